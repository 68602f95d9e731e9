import { Module } from '@nestjs/common';
import { AuthModule } from '../../core/auth/auth.module.js';
import { FeatureModule } from '../../flags/feature/feature.module.js';
import { ReleasePlanModule } from '../../governance/release-plan/release-plan.module.js';
import { FeatureSafeguardController } from './feature-safeguard.controller.js';
import { FeatureSafeguardService } from './feature-safeguard.service.js';
import { SafeguardCheck } from './safeguard-check.js';
import { SafeguardJobs } from './safeguard.jobs.js';

/** Limits on usage at which features are turned off. */
@Module({
  imports: [AuthModule, FeatureModule, ReleasePlanModule],
  controllers: [FeatureSafeguardController],
  providers: [FeatureSafeguardService, SafeguardCheck, SafeguardJobs],
})
export class SafeguardModule {}
