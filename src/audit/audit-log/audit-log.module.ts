import { Module } from '@nestjs/common';
import { SigningModule } from '../signing/signing.module.js';
import { DeniedRequestController } from './denied-request/denied-request.controller.js';
import { DeniedRequestReadModel } from './denied-request/denied-request.read-model.js';
import { DeniedRequests } from './denied-request/denied-requests.js';
import { EventLog } from './event/event-log.js';
import { EventDescriber } from './event/event-describer.js';
import { EventController } from './event/event.controller.js';
import { EventReadModel } from './event/event.read-model.js';
import { EventStreamController } from './event-stream/event-stream.controller.js';
import { EventStreams, EventWatch } from './event-stream/event-streams.js';
import { LoginHistoryController } from './login-history/login-history.controller.js';
import { LoginHistoryReadModel } from './login-history/login-history.read-model.js';
import { CheckpointController } from './seal/checkpoint.controller.js';
import { Checkpoints } from './seal/checkpoints.js';
import { EventSealer } from './seal/event-sealer.js';
import { SealTree } from './witness/seal-tree.js';
import { WitnessController } from './witness/witness.controller.js';
import { Witnesses, WitnessLag } from './witness/witnesses.js';

/** The audit log: events, logins and denied requests. */
@Module({
  imports: [SigningModule],
  controllers: [
    CheckpointController,
    DeniedRequestController,
    EventController,
    EventStreamController,
    LoginHistoryController,
    WitnessController,
  ],
  providers: [
    DeniedRequestReadModel,
    DeniedRequests,
    Checkpoints,
    EventLog,
    EventReadModel,
    EventSealer,
    EventStreams,
    EventDescriber,
    EventWatch,
    LoginHistoryReadModel,
    SealTree,
    Witnesses,
    WitnessLag,
  ],
  exports: [Checkpoints, DeniedRequests, EventSealer, EventDescriber, EventReadModel, WitnessLag],
})
export class AuditLogModule {}
