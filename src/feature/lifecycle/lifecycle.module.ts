import { Module } from '@nestjs/common';
import { FeatureLifecycle } from './feature-lifecycle.service.js';
import { LifecycleController } from './lifecycle.controller.js';

/** The life of features, from stage to stage. */
@Module({ controllers: [LifecycleController], providers: [FeatureLifecycle], exports: [FeatureLifecycle] })
export class LifecycleModule {}
