import { Controller, Get, Headers, Query, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import { SdkConnections } from '../delivery/sdk-connections.js';
import { changesAskedFor, SPEC, SPEC_HEADER } from '../query/client-query.js';
import { ClientFeaturesQueryDto } from '../query/client-features.dto.js';
import { tagsIn } from '../../../platform/http/tagged.js';
import { sendConditionally } from '../cache/cached-response.js';
import { setAgeHeader } from '../snapshot/snapshot-age.interceptor.js';
import { OutgoingMemory } from '../cache/outgoing-memory.js';
import { ServedFeatures } from '../snapshot/served-features.js';
import { stateTags } from './delta-answer.js';
import { DeltaResponse } from './delta.response.js';
import { DeltaViews } from './delta-views.js';

/** Serves delta updates to polling server-side SDKs. */
@ApiTags('Client')
@Controller('api/client/delta')
export class DeltaController {
  constructor(
    private readonly views: DeltaViews,
    private readonly sightings: SdkConnections,
    private readonly served: ServedFeatures,
    private readonly outgoing: OutgoingMemory,
  ) {}

  /**
   * Returns the changes since the state whose `ETag` is sent in `If-None-Match`, or the full state
   * as a `hydration` event when no or an unknown tag is sent.
   */
  @Get()
  @ApiHeader(SPEC_HEADER)
  @Endpoint({ id: 'getDelta', permission: 'CLIENT', response: DeltaResponse, conditional: true })
  async changes(
    @Query() query: ClientFeaturesQueryDto,
    @CurrentCaller() caller: Caller,
    @Headers(SPEC) spec: string | undefined,
    @Headers('if-none-match') known: string | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const asked = changesAskedFor(query, caller, spec);
    const owner = caller.key;
    const view = await this.views.of(asked, owner);
    const answer = view.since(stateTags(tagsIn(known ?? '')));
    setAgeHeader(this.served.staleSeconds, response);
    this.sightings.watch(request, response, asked, {
      state: view.state,
      horizon: view.state.horizon,
      owner,
    });
    await sendConditionally(answer, this.outgoing, request, response);
  }
}
