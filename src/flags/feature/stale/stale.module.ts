import { Module } from '@nestjs/common';
import { StaleFeatureJob } from './stale-feature.job.js';
import { StaleController } from './stale.controller.js';
import { StaleMarkService } from './stale-mark.service.js';

/** Stale and potentially stale features. */
@Module({
  controllers: [StaleController],
  providers: [StaleMarkService, StaleFeatureJob],
  exports: [StaleMarkService],
})
export class StaleModule {}
