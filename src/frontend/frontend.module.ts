import { Module } from '@nestjs/common';
import { EvaluationModule } from '../evaluation/evaluation.module.js';
import { ClientFeaturesModule } from '../sdk-api/client-features.module.js';
import { FrontendController } from './frontend.controller.js';
import { FrontendFeatures } from './frontend-features.js';

/** Evaluated features for browsers and phones. */
@Module({
  imports: [ClientFeaturesModule, EvaluationModule],
  controllers: [FrontendController],
  providers: [FrontendFeatures],
})
export class FrontendModule {}
