import { Module } from '@nestjs/common';
import { AuthModule } from '../../../core/auth/auth.module.js';
import { AccessExpiryJob } from './access-expiry.job.js';
import { AccessRequestController } from './access-request.controller.js';
import { AccessRequestService } from './access-request.service.js';
import { WaitingAccessRequests } from './waiting-access-requests.js';

/** Roles in projects that people get for a time. */
@Module({
  imports: [AuthModule],
  controllers: [AccessRequestController],
  providers: [AccessExpiryJob, AccessRequestService, WaitingAccessRequests],
  exports: [WaitingAccessRequests],
})
export class AccessRequestModule {}
