import { Module } from '@nestjs/common';
import { AuthModule } from '../../core/auth/auth.module.js';
import { ChangeRequestModule } from '../change-request/change-request.module.js';
import { FeatureModule } from '../../flags/feature/feature.module.js';
import { ChangeRequestExecutionService } from './execution/change-request-execution.service.js';
import { MetersModule } from '../../platform/meters/meters.module.js';
import { PeopleModule } from '../../access/people/people.module.js';
import { DueExecution, SuspensionMails } from './execution/due-execution.js';
import { ScheduleExecutionService } from './execution/schedule-execution.service.js';
import { ScheduleMeters } from './execution/schedule-meters.js';
import { Scheduler } from './execution/scheduler.js';
import { FeatureScheduleController, ScheduleController } from './schedule.controller.js';
import { ScheduleActions, SchedulePlans } from './schedule-plans.js';
import { ScheduleCalendar, ScheduleReadModel } from './schedule.read-model.js';
import { ScheduleService } from './schedule.service.js';

/** Changes of features that are made at a chosen time. */
@Module({
  imports: [AuthModule, ChangeRequestModule, FeatureModule, MetersModule, PeopleModule],
  controllers: [FeatureScheduleController, ScheduleController],
  providers: [
    ChangeRequestExecutionService,
    DueExecution,
    ScheduleActions,
    ScheduleCalendar,
    ScheduleExecutionService,
    SchedulePlans,
    ScheduleReadModel,
    Scheduler,
    ScheduleMeters,
    ScheduleService,
    SuspensionMails,
  ],
})
export class ScheduleModule {}
