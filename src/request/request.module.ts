import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AuthModule } from '../auth/auth.module.js';
import { FeatureModule } from '../feature/feature.module.js';
import { HistoryModule } from '../history/history.module.js';
import { BodyReader } from '../http/body/body-reader.js';
import { IdempotencyModule } from '../idempotency/idempotency.module.js';
import { OperationsModule } from '../operations/operations.module.js';
import { PreconditionModule } from '../precondition/precondition.module.js';
import { PreviewModule } from '../preview/preview.module.js';
import { ReceiptModule } from '../receipt/receipt.module.js';
import { ClientFeaturesModule } from '../sdk-api/client-features.module.js';
import { RequestLifecycle } from './request-lifecycle.js';
import { SecondLook } from './second-look.js';

/** The way of every request. */
@Module({
  imports: [
    AuthModule,
    ClientFeaturesModule,
    FeatureModule,
    HistoryModule,
    IdempotencyModule,
    OperationsModule,
    PreconditionModule,
    PreviewModule,
    ReceiptModule,
  ],
  providers: [BodyReader, SecondLook, { provide: APP_INTERCEPTOR, useClass: RequestLifecycle }],
})
export class RequestModule {}
