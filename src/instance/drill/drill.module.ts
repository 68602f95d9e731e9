import { Module } from '@nestjs/common';
import { AuthModule } from '../../core/auth/auth.module.js';
import { FeatureModule } from '../../flags/feature/feature.module.js';
import { MetersModule } from '../../platform/meters/meters.module.js';
import { OperationsModule } from '../operations/operations.module.js';
import { ClientFeaturesModule } from '../../serving/sdk-api/client-features.module.js';
import { DrillController } from './drill.controller.js';
import { DrillJob, DrillReplicas } from './drill.job.js';
import { DrillMeters } from './drill-meters.js';
import { DrillObserver } from './drill-observer.js';
import { DrillStatus } from './drill-status.js';

/** The drill of the kill switch (ADR 51). */
@Module({
  imports: [AuthModule, ClientFeaturesModule, FeatureModule, MetersModule, OperationsModule],
  controllers: [DrillController],
  providers: [DrillJob, DrillMeters, DrillObserver, DrillReplicas, DrillStatus],
})
export class DrillModule {}
