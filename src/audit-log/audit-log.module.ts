import { Module } from '@nestjs/common';
import { DeniedRequestController } from './denied-request/denied-request.controller.js';
import { DeniedRequestReadModel } from './denied-request/denied-request.read-model.js';
import { DeniedRequests } from './denied-request/denied-requests.js';
import { EventLog } from './event/event-log.js';
import { EventTeller } from './event/event-teller.js';
import { EventController } from './event/event.controller.js';
import { EventReadModel } from './event/event.read-model.js';
import { LoginHistoryController } from './login-history/login-history.controller.js';
import { LoginHistoryReadModel } from './login-history/login-history.read-model.js';

/** The audit log: events, logins and denied requests. */
@Module({
  controllers: [DeniedRequestController, EventController, LoginHistoryController],
  providers: [
    DeniedRequestReadModel,
    DeniedRequests,
    EventLog,
    EventReadModel,
    EventTeller,
    LoginHistoryReadModel,
  ],
  exports: [DeniedRequests, EventTeller],
})
export class AuditLogModule {}
