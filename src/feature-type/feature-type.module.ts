import { Module } from '@nestjs/common';
import { FeatureTypeController } from './feature-type.controller.js';
import { FeatureTypeReadModel } from './feature-type.read-model.js';
import { FeatureTypeService } from './feature-type.service.js';

/** Kinds of features, and how long features of each kind are expected to live. */
@Module({
  controllers: [FeatureTypeController],
  providers: [FeatureTypeService, FeatureTypeReadModel],
})
export class FeatureTypeModule {}
