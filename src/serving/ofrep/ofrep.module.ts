import { Module } from '@nestjs/common';
import { AuthModule } from '../../core/auth/auth.module.js';
import { FeatureModule } from '../../flags/feature/feature.module.js';
import { EvaluationModule } from '../evaluation/evaluation.module.js';
import { ClientFeaturesModule } from '../sdk-api/client-features.module.js';
import { TrafficModule } from '../traffic/traffic.module.js';
import { ManifestController } from './manifest.controller.js';
import { OfrepController, OfrepStreamController } from './ofrep.controller.js';
import { OfrepService } from './ofrep.service.js';

/** The OpenFeature Remote Evaluation Protocol (OFREP), and the manifest of its flags. */
@Module({
  imports: [AuthModule, ClientFeaturesModule, EvaluationModule, FeatureModule, TrafficModule],
  controllers: [OfrepController, OfrepStreamController, ManifestController],
  providers: [OfrepService],
})
export class OfrepModule {}
