import { Module } from '@nestjs/common';
import { FeatureLifecycleService } from './feature-lifecycle.service.js';
import { LifecycleController } from './lifecycle.controller.js';

/** The life of features, from stage to stage. */
@Module({
  controllers: [LifecycleController],
  providers: [FeatureLifecycleService],
  exports: [FeatureLifecycleService],
})
export class LifecycleModule {}
