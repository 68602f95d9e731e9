import { Module } from '@nestjs/common';
import { DependencyController } from './dependency.controller.js';
import { DependencyReadModel } from './dependency.read-model.js';
import { FeatureDependencyService } from './feature-dependency.service.js';

/** Dependencies between features. */
@Module({
  controllers: [DependencyController],
  providers: [FeatureDependencyService, DependencyReadModel],
  exports: [FeatureDependencyService],
})
export class DependencyModule {}
