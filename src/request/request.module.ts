import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AuthModule } from '../core/auth/auth.module.js';
import { FeatureModule } from '../flags/feature/feature.module.js';
import { HistoryModule } from '../safety/history/history.module.js';
import { BodyReader } from '../platform/http/body/body-reader.js';
import { IdempotencyService } from '../safety/idempotency/idempotency.service.js';
import { OperationsModule } from '../instance/operations/operations.module.js';
import { Preconditions } from '../safety/precondition/preconditions.js';
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
    OperationsModule,
    PreviewModule,
    ReceiptModule,
  ],
  providers: [
    BodyReader,
    IdempotencyService,
    Preconditions,
    SecondLook,
    { provide: APP_INTERCEPTOR, useClass: RequestLifecycle },
  ],
})
export class RequestModule {}
