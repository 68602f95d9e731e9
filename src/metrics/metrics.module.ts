import { Module } from '@nestjs/common';
import { LifecycleModule } from '../feature/lifecycle/lifecycle.module.js';
import { OperationsModule } from '../operations/operations.module.js';
import { ClientIntakeController } from './intake/client-intake.controller.js';
import { FrontendIntakeController } from './intake/frontend-intake.controller.js';
import { UsageIntake } from './intake/usage-intake.service.js';
import { UsageDays } from './writing/usage-days.js';
import { UsageWriter } from './writing/usage-writer.js';

/** What SDKs report: which applications run, and how they use features. */
@Module({
  imports: [LifecycleModule, OperationsModule],
  controllers: [ClientIntakeController, FrontendIntakeController],
  providers: [UsageIntake, UsageWriter, UsageDays],
})
export class MetricsModule {}
