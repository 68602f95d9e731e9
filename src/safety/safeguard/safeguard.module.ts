import { Module } from '@nestjs/common';
import { AuthModule } from '../../core/auth/auth.module.js';
import { FeatureModule } from '../../flags/feature/feature.module.js';
import { ReleasePlanModule } from '../../governance/release-plan/release-plan.module.js';
import { MetersModule } from '../../platform/meters/meters.module.js';
import { FeatureSafeguardController } from './feature-safeguard.controller.js';
import { FeatureSafeguardService } from './feature-safeguard.service.js';
import { Prometheus } from './prometheus.js';
import { SafeguardCheck, SafeguardJobs } from './safeguard-check.js';
import { SafeguardMeters } from './safeguard-meters.js';

/** Limits on usage at which features are turned off. */
@Module({
  imports: [AuthModule, FeatureModule, MetersModule, ReleasePlanModule],
  controllers: [FeatureSafeguardController],
  providers: [FeatureSafeguardService, Prometheus, SafeguardCheck, SafeguardJobs, SafeguardMeters],
})
export class SafeguardModule {}
