import { Module } from '@nestjs/common';
import { EvaluationModule } from '../evaluation/evaluation.module.js';
import { ClientFeaturesModule } from '../sdk-api/client-features.module.js';
import { FrontendController } from './frontend.controller.js';
import { FrontendFeatures } from './frontend-features.js';

/** Feature evaluation for browsers and apps. */
@Module({
  imports: [ClientFeaturesModule, EvaluationModule],
  controllers: [FrontendController],
  providers: [FrontendFeatures],
})
export class FrontendModule {}
