import { Module } from '@nestjs/common';
import { ChangeRequestModule } from '../../governance/change-request/change-request.module.js';
import { EvaluationModule } from '../../serving/evaluation/evaluation.module.js';
import { HistoryModule } from '../history/history.module.js';
import { ClientFeaturesModule } from '../../serving/sdk-api/client-features.module.js';
import { FormerFeatures } from './former-features.js';
import { PlaygroundController } from './playground.controller.js';
import { PlaygroundService } from './playground.service.js';

/** Evaluation of features for given contexts. */
@Module({
  imports: [ChangeRequestModule, ClientFeaturesModule, EvaluationModule, HistoryModule],
  controllers: [PlaygroundController],
  providers: [FormerFeatures, PlaygroundService],
})
export class PlaygroundModule {}
