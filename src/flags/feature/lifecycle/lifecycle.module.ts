import { Module } from '@nestjs/common';
import { FeatureLifecycleService } from './feature-lifecycle.service.js';
import { LifecycleController, LifecycleCountController } from './lifecycle.controller.js';

/** Lifecycle stages of features. */
@Module({
  controllers: [LifecycleController, LifecycleCountController],
  providers: [FeatureLifecycleService],
  exports: [FeatureLifecycleService],
})
export class LifecycleModule {}
