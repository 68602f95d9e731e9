import { Module } from '@nestjs/common';
import { FeatureTypeController } from './feature-type.controller.js';
import { FeatureTypeReadModel } from './feature-type.read-model.js';
import { FeatureTypeService } from './feature-type.service.js';

/** Feature types and their lifetimes. */
@Module({
  controllers: [FeatureTypeController],
  providers: [FeatureTypeService, FeatureTypeReadModel],
})
export class FeatureTypeModule {}
