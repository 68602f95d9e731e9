import { Module } from '@nestjs/common';
import { FeatureModule } from '../../flags/feature/feature.module.js';
import { ImpactMetricsModule } from '../impact-metrics/impact-metrics.module.js';
import { MetersModule } from '../../platform/meters/meters.module.js';
import { ApplicationController } from './application/application.controller.js';
import { ApplicationReadModel } from './application/application.read-model.js';
import { ApplicationService } from './application/application.service.js';
import { EdgeIntakeController } from './edge/edge-intake.controller.js';
import { EdgeOverviewController } from './edge/edge-intake.controller.js';
import { EdgeService } from './edge/edge.service.js';
import { ClientIntakeController } from './intake/client-intake.controller.js';
import { FrontendIntakeController } from './intake/frontend-intake.controller.js';
import { KnownNames } from './report/known-names.js';
import { UsageIntakeService } from './intake/usage-intake.service.js';
import { UsageController } from './usage/usage.controller.js';
import { UsageReadModel } from './usage/usage.read-model.js';
import { UsageDays } from './writing/usage-days.js';
import { UsageWriter } from './writing/usage-writer.js';

/** Usage reports of SDKs, applications and their evaluation. */
@Module({
  imports: [FeatureModule, ImpactMetricsModule, MetersModule],
  controllers: [
    ClientIntakeController,
    FrontendIntakeController,
    UsageController,
    ApplicationController,
    EdgeIntakeController,
    EdgeOverviewController,
  ],
  providers: [
    KnownNames,
    UsageIntakeService,
    UsageWriter,
    UsageDays,
    UsageReadModel,
    ApplicationReadModel,
    ApplicationService,
    EdgeService,
  ],
})
export class MetricsModule {}
