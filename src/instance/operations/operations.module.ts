import { Module } from '@nestjs/common';
import { AuditLogModule } from '../../audit/audit-log/audit-log.module.js';
import { AuthModule } from '../../core/auth/auth.module.js';
import { PeopleModule } from '../../access/people/people.module.js';
import { CountMeters } from './counts/count-meters.js';
import { CountVerificationJob } from './counts/count-verification.job.js';
import { HorizonMeters, PipelineMeters, ReplicaMeters } from './operations-meters.js';
import { JobMeters, SandboxMeters, SealMeters, WitnessMeters } from './operations-meters.js';
import { MaintenanceController } from './maintenance/maintenance.controller.js';
import { MaintenanceService } from './maintenance/maintenance.service.js';
import { MetersModule } from '../../platform/meters/meters.module.js';
import { CallerMeters } from './operations-meters.js';
import { OperationsController } from './operations.controller.js';
import { Readiness, ShutdownState } from './readiness.js';
import { RequestObserver } from './request-observer.js';
import { TableStatisticsJob } from './table-statistics.job.js';

/** Health, metrics and request log. */
@Module({
  imports: [AuditLogModule, AuthModule, MetersModule, PeopleModule],
  controllers: [OperationsController, MaintenanceController],
  providers: [
    CallerMeters,
    HorizonMeters,
    PipelineMeters,
    ReplicaMeters,
    JobMeters,
    CountMeters,
    SealMeters,
    WitnessMeters,
    SandboxMeters,
    CountVerificationJob,
    TableStatisticsJob,
    Readiness,
    ShutdownState,
    RequestObserver,
    MaintenanceService,
  ],
  exports: [MaintenanceService, Readiness],
})
export class OperationsModule {}
