import { Module } from '@nestjs/common';
import { EvaluationModule } from '../evaluation/evaluation.module.js';
import { ClientFeaturesModule } from '../sdk-api/client-features.module.js';
import { OfrepController } from './ofrep.controller.js';
import { OfrepService } from './ofrep.service.js';

/** The OpenFeature Remote Evaluation Protocol (OFREP). */
@Module({
  imports: [ClientFeaturesModule, EvaluationModule],
  controllers: [OfrepController],
  providers: [OfrepService],
})
export class OfrepModule {}
