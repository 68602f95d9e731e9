import { Module } from '@nestjs/common';
import { AuditLogModule } from '../../audit/audit-log/audit-log.module.js';
import { ClientFeaturesModule } from '../../serving/sdk-api/client-features.module.js';
import { SigningModule } from '../../audit/signing/signing.module.js';
import { ReceiptController } from './receipt.controller.js';
import { Receipts } from './receipts.js';

/** Receipts of switches. */
@Module({
  imports: [AuditLogModule, ClientFeaturesModule, SigningModule],
  controllers: [ReceiptController],
  providers: [Receipts],
  exports: [Receipts],
})
export class ReceiptModule {}
