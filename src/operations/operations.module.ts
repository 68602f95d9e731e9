import { Module } from '@nestjs/common';
import { CountVerificationJob } from './counts/count-verification.job.js';
import { HorizonMeters } from './horizon-meters.js';
import { Meters } from './meters.js';
import { OperationsController } from './operations.controller.js';
import { Readiness } from './readiness.js';
import { RequestObserver } from './request-observer.js';

/** Health, figures and the log of requests. */
@Module({
  controllers: [OperationsController],
  providers: [Meters, HorizonMeters, CountVerificationJob, Readiness, RequestObserver],
  exports: [Meters],
})
export class OperationsModule {}
