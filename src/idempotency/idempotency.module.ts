import { Module } from '@nestjs/common';
import { IdempotencyGuard, RepeatedDeletionGuard } from './idempotency.guard.js';
import { IdempotencyService } from './idempotency.service.js';

/** Repeats the response of a request that has been carried out. */
@Module({ providers: [IdempotencyService, IdempotencyGuard, RepeatedDeletionGuard] })
export class IdempotencyModule {}
