import { Module } from '@nestjs/common';
import { DependencyController } from './dependency.controller.js';
import { DependencyReadModel } from './dependency.read-model.js';
import { FeatureDependencies } from './feature-dependency.service.js';

/** Features that depend on others. */
@Module({ controllers: [DependencyController], providers: [FeatureDependencies, DependencyReadModel], exports: [FeatureDependencies] })
export class DependencyModule {}
