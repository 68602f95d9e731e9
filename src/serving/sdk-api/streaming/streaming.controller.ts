import { Controller, Get, Headers, Query, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import { DeltaViews } from '../delta/delta-views.js';
import { sdkOf } from '../delivery/sdk.js';
import { changesAskedFor, SPEC, SPEC_HEADER } from '../query/client-query.js';
import { ClientFeaturesQueryDto } from '../query/client-features.dto.js';
import { setAgeHeader } from '../snapshot/snapshot-age.interceptor.js';
import { ServedFeatures } from '../snapshot/served-features.js';
import { CHANGES } from './stream.js';
import { Streams } from './streams.js';

const KNOWN_HEADER = {
  name: 'Last-Event-ID',
  required: false,
  description: 'Id of the last event that the SDK has received.',
};

/** Streams changes to server-side SDKs. */
@ApiTags('Client')
@Controller('api/client/streaming')
export class StreamingController {
  constructor(
    private readonly views: DeltaViews,
    private readonly streams: Streams,
    private readonly served: ServedFeatures,
  ) {}

  /**
   * Streams changes as server-sent events. The first event, `unleash-connected`, contains the full
   * state as a `hydration`; each change follows as `unleash-updated`. The data equal those of
   * `/api/client/delta`. A client that reconnects with `Last-Event-ID` gets what it missed. The
   * stream ends when the token expires, is revoked or changes. When no more streams are possible
   * the response is 429, which tells SDKs to poll.
   */
  @Get()
  @ApiHeader(KNOWN_HEADER)
  @ApiHeader(SPEC_HEADER)
  @Endpoint({ id: 'connect', permission: 'CLIENT', streams: true, refusals: [429] })
  async follow(
    @Query() query: ClientFeaturesQueryDto,
    @CurrentCaller() caller: Caller,
    @Headers(SPEC) spec: string | undefined,
    @Headers('last-event-id') known: string | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const asked = changesAskedFor(query, caller, spec);
    const owner = caller.key;
    this.streams.requireRoom(owner);
    const view = await this.views.of(asked, owner);
    setAgeHeader(this.served.staleSeconds, response);
    if (request.method === 'HEAD') response.end();
    else this.streams.open(view, { owner, sdk: sdkOf(request), known, content: CHANGES }, response);
  }
}
