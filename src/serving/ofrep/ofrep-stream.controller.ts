import { Controller, Get, Headers, Query, Res } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Caller } from '../../core/auth/caller/caller.js';
import { CurrentCaller } from '../../core/auth/current-caller.js';
import { TICKET_PATH } from '../../core/auth/stream-ticket.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import { RefetchStreams } from '../sdk-api/streaming/refetch-streams.js';
import { OfrepStreamQueryDto } from './ofrep.dto.js';

/** Tells pages when to evaluate their flags again. */
@Controller(TICKET_PATH)
export class OfrepStreamController {
  constructor(private readonly streams: RefetchStreams) {}

  /**
   * Streams a server-sent event `{"type": "refetchEvaluation", "etag": ...}` whenever something has
   * changed that the token gives access to. The address comes from `eventStreams` of the response
   * with all flags. A signal comes at once if something has changed since then, or since
   * `Last-Event-ID`. The stream ends when the token expires, is deleted or changes. Beyond the
   * limits it ends at once, and the client is told to ask again after 12 to 25 seconds.
   */
  @Get()
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'Id of the last event that the client has received.',
  })
  @Endpoint({
    id: 'ofrepStreamChanges',
    tag: 'OpenFeature',
    permission: ['CLIENT', 'FRONTEND'],
    streams: true,
    refusals: [400],
  })
  follow(
    @Query() { since }: OfrepStreamQueryDto,
    @CurrentCaller() caller: Caller,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Res() response: Response,
  ): Promise<void> {
    return this.streams.open({ since, lastEventId }, caller, response);
  }
}
