import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AuthModule } from '../core/auth/auth.module.js';
import { FeatureModule } from '../flags/feature/feature.module.js';
import { HistoryModule } from '../safety/history/history.module.js';
import { BodyReader } from '../platform/http/body/body-reader.js';
import { IdempotencyModule } from '../safety/idempotency/idempotency.module.js';
import { OperationsModule } from '../instance/operations/operations.module.js';
import { PreconditionModule } from '../safety/precondition/precondition.module.js';
import { PreviewModule } from '../flags/preview/preview.module.js';
import { ReceiptModule } from '../safety/receipt/receipt.module.js';
import { ClientFeaturesModule } from '../serving/sdk-api/client-features.module.js';
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
