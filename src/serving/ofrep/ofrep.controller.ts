import {
  Body,
  Controller,
  Get,
  Header,
  Headers,
  Param,
  Post,
  Query,
  Req,
  Res,
  UseInterceptors,
} from '@nestjs/common';
import { ApiHeader, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Authentication } from '../../core/auth/authentication.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { type CalledRequest, CurrentCaller } from '../../core/auth/current-caller.js';
import { TICKET_PATH } from '../../core/auth/stream-ticket.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import type { Json } from '../../platform/http/json.js';
import { sendTagged } from '../../platform/http/tagged.js';
import { SnapshotAgeInterceptor } from '../sdk-api/snapshot/snapshot-age.interceptor.js';
import { RefetchStreams, toldBy } from '../sdk-api/streaming/refetch-streams.js';
import { Traffic } from '../traffic/traffic.js';
import { OFREP_PATH } from './ofrep-errors.js';
import {
  OfrepErrorResponse,
  OfrepFlagResponse,
  OfrepFlagsQueryDto,
  OfrepFlagsResponse,
  OfrepRequestDto,
  OfrepStreamQueryDto,
} from './ofrep.dto.js';
import { OfrepService } from './ofrep.service.js';

const permission = ['CLIENT', 'FRONTEND'] as const;
const refusal = OfrepErrorResponse;

/** The OpenFeature Remote Evaluation Protocol for client and frontend tokens. */
@ApiTags('OpenFeature')
@Controller(OFREP_PATH)
@UseInterceptors(SnapshotAgeInterceptor)
@ApiSecurity('token')
@ApiSecurity('key')
export class OfrepController {
  constructor(
    private readonly ofrep: OfrepService,
    private readonly authentication: Authentication,
    private readonly streams: RefetchStreams,
    private readonly traffic: Traffic,
  ) {}

  /** Evaluates one flag for a context. */
  @Post(':key')
  @Endpoint({
    id: 'ofrepEvaluateFlag',
    permission,
    response: OfrepFlagResponse,
    params: { key: 'Name of the feature.' },
    largeNumbersAsText: true,
    refusal,
  })
  evaluate(
    @Param('key') key: string,
    @Body() dto: OfrepRequestDto,
    @Req() request: CalledRequest,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<OfrepFlagResponse>> {
    this.traffic.connectedBy(request, caller);
    return this.ofrep.evaluate(key, dto, caller);
  }

  /**
   * Evaluates all flags of the token for a context. Responds with 304 when `If-None-Match` names
   * the current `ETag`. `eventStreams` names a stream that tells when to evaluate again. Its
   * address contains a ticket, which opens it for 15 to 30 minutes.
   */
  @Post()
  @Header('Cache-Control', 'private, no-cache')
  @Endpoint({
    id: 'ofrepEvaluateFlags',
    permission,
    response: OfrepFlagsResponse,
    conditional: true,
    largeNumbersAsText: true,
    refusal,
  })
  async evaluateAll(
    @Body() dto: OfrepRequestDto,
    @Query() { flagConfigEtag: told }: OfrepFlagsQueryDto,
    @Req() request: CalledRequest,
    @Headers('if-none-match') known: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Json<OfrepFlagsResponse> | undefined> {
    const ticket = this.authentication.ticketFor(request);
    const caller = request.caller!;
    this.traffic.connectedBy(request, caller);
    const page = await this.streams.evaluating(told, caller);
    const flags = await this.ofrep.evaluateAll(dto, caller, ticket, toldBy(told).state);
    if (page) response.once('finish', () => this.streams.evaluated(page));
    return sendTagged(flags, known, response);
  }
}

/** Tells pages when to evaluate their flags again. */
@ApiTags('OpenFeature')
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
  @Endpoint({ id: 'ofrepStreamChanges', permission: ['CLIENT', 'FRONTEND'], streams: true })
  follow(
    @Query() { since }: OfrepStreamQueryDto,
    @CurrentCaller() caller: Caller,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Res() response: Response,
  ): Promise<void> {
    return this.streams.open({ since, lastEventId }, caller, response);
  }
}
