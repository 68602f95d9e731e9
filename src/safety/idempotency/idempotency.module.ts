import { Module } from '@nestjs/common';
import { IdempotencyService } from './idempotency.service.js';

/** Repeats the response of a request that has been carried out. */
@Module({ providers: [IdempotencyService], exports: [IdempotencyService] })
export class IdempotencyModule {}
