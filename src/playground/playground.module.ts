import { Module } from '@nestjs/common';
import { ChangeRequestModule } from '../change-request/change-request.module.js';
import { EvaluationModule } from '../evaluation/evaluation.module.js';
import { ClientFeaturesModule } from '../sdk-api/client-features.module.js';
import { PlaygroundController } from './playground.controller.js';
import { PlaygroundService } from './playground.service.js';

/** Evaluation of features for given contexts. */
@Module({
  imports: [ChangeRequestModule, ClientFeaturesModule, EvaluationModule],
  controllers: [PlaygroundController],
  providers: [PlaygroundService],
})
export class PlaygroundModule {}
