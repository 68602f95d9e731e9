import { Module } from '@nestjs/common';
import { IdempotencyGuard } from './idempotency.guard.js';
import { IdempotencyService } from './idempotency.service.js';

/** Repeats the response of a request that has been carried out. */
@Module({ providers: [IdempotencyService, IdempotencyGuard] })
export class IdempotencyModule {}
