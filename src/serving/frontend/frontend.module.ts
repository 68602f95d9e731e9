import { Module } from '@nestjs/common';
import { AuthModule } from '../../core/auth/auth.module.js';
import { EvaluationModule } from '../evaluation/evaluation.module.js';
import { ClientFeaturesModule } from '../sdk-api/client-features.module.js';
import { TrafficModule } from '../traffic/traffic.module.js';
import { FrontendController } from './frontend.controller.js';
import { FrontendFeatures } from './frontend-features.js';
import { FrontendOrigins } from './frontend-origins.js';

/** Feature evaluation for browsers and apps. */
@Module({
  imports: [AuthModule, ClientFeaturesModule, EvaluationModule, TrafficModule],
  controllers: [FrontendController],
  providers: [FrontendFeatures, FrontendOrigins],
  exports: [FrontendOrigins],
})
export class FrontendModule {}
