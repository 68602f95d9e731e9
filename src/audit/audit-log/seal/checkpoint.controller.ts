import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, CurrentReader } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import type { Reader } from '../../../platform/database/database.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import { EventIdPipe, IdPipe } from '../../../platform/http/validation/id.pipe.js';
import {
  CheckpointEventsQuery,
  CheckpointEventsResponse,
  CheckpointsQuery,
  CheckpointsResponse,
  EventProofResponse,
  UnsealedEventsQuery,
  UnsealedEventsResponse,
} from './checkpoint.dto.js';
import { Checkpoints } from './checkpoints.js';

const permission = 'READ_LOGS';

/** Proves that the audit log is unchanged. */
@ApiTags('Events')
@Controller('api/admin')
export class CheckpointController {
  constructor(private readonly checkpoints: Checkpoints) {}

  /** Lists the seals of the audit log, newest first. */
  @Get('audit/checkpoints')
  @Endpoint({
    id: 'getAuditCheckpoints',
    cost: 'search',
    permission,
    response: CheckpointsResponse,
  })
  list(
    @Query() query: CheckpointsQuery,
    @CurrentReader() reader: Reader,
  ): Promise<CheckpointsResponse> {
    return this.checkpoints.list(query, reader);
  }

  /** Lists the events of a seal in the order of the leaves of its Merkle tree. */
  @Get('audit/checkpoints/:index/events')
  @Endpoint({
    id: 'getAuditCheckpointEvents',
    cost: 'search',
    permission,
    response: CheckpointEventsResponse,
    params: { index: 'Number of the seal.' },
  })
  events(
    @Param('index', IdPipe) index: number,
    @Query() query: CheckpointEventsQuery,
    @CurrentReader() reader: Reader,
  ): Promise<CheckpointEventsResponse> {
    return this.checkpoints.events(index, query, reader);
  }

  /**
   * Searches a window of events for those that are in no seal although later ones are. There are
   * none unless rows were inserted by SQL.
   */
  @Get('audit/unsealed')
  @Endpoint({
    id: 'getUnsealedEvents',
    cost: 'search',
    permission,
    response: UnsealedEventsResponse,
  })
  unsealed(
    @Query() { afterId }: UnsealedEventsQuery,
    @CurrentReader() reader: Reader,
  ): Promise<UnsealedEventsResponse> {
    return this.checkpoints.unsealed(afterId, reader);
  }

  /**
   * Proves that an event is in the sealed audit log: its audit path to the Merkle root of a signed
   * seal. 409 until the event is sealed, a few seconds after it was recorded.
   */
  @Get('events/:id/proof')
  @Endpoint({
    id: 'getEventProof',
    cost: 'search',
    permission: 'NONE',
    response: EventProofResponse,
    params: { id: 'Id of the event.' },
    refusals: [409],
  })
  proof(
    @Param('id', EventIdPipe) id: number,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<EventProofResponse> {
    return this.checkpoints.proof(id, caller, reader);
  }
}
