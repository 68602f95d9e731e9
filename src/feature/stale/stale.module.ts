import { Module } from '@nestjs/common';
import { StaleFeatureJob } from './stale-feature.job.js';
import { StaleController } from './stale.controller.js';
import { StaleMarkService } from './stale-mark.service.js';

/** Features that are stale, or seem to be. */
@Module({ controllers: [StaleController], providers: [StaleMarkService, StaleFeatureJob] })
export class StaleModule {}
