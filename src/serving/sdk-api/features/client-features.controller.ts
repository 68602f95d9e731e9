import { Controller, Get, Headers, Param, Query, Req, Res, UseInterceptors } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { SdkConnections } from '../delivery/sdk-connections.js';
import { OutgoingMemory } from '../cache/outgoing-memory.js';
import { ServedFeatures } from '../snapshot/served-features.js';
import { clientQueryOf, SPEC } from '../query/client-query.js';
import { ClientFeaturesService } from './client-features.service.js';
import {
  ClientFeatureResponse,
  ClientFeaturesQueryDto,
  ClientFeaturesResponse,
} from '../query/client-features.dto.js';
import { sendConditionally } from '../cache/cached-response.js';
import { EarlyPolls } from './early-polls.js';
import { setAgeHeader, SnapshotAgeInterceptor } from '../snapshot/snapshot-age.interceptor.js';

const permission = 'CLIENT';
const SPEC_HEADER = {
  name: 'Unleash-Client-Spec',
  required: false,
  description:
    'Version of the client specification that the SDK follows, such as `5.1.0`. From 4.2.0 ' +
    'on, segments are sent separately; for earlier versions, and without the ' +
    'header, their constraints are inlined into the strategies.',
};

/** Serves features to server-side SDKs. */
@ApiTags('Client')
@Controller('api/client/features')
export class ClientFeaturesController {
  constructor(
    private readonly features: ClientFeaturesService,
    private readonly connections: SdkConnections,
    private readonly served: ServedFeatures,
    private readonly outgoing: OutgoingMemory,
    private readonly early: EarlyPolls,
  ) {}

  /**
   * Returns the features of the token's environment and projects. The response has a strong `ETag`;
   * a request with it in `If-None-Match` is answered with 304 until something changes.
   */
  @Get()
  @ApiHeader(SPEC_HEADER)
  @Endpoint({
    id: 'getAllClientFeatures',
    permission,
    response: ClientFeaturesResponse,
    conditional: true,
    asOf: 'client',
  })
  async all(
    @Query() query: ClientFeaturesQueryDto,
    @CurrentCaller() caller: Caller,
    @Headers(SPEC) spec: string | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const asked = clientQueryOf(query, caller, spec);
    const owner = caller.key;
    const { answer, state, horizon } = await this.features.answer(asked, owner);
    setAgeHeader(this.served.staleSeconds, response);
    this.connections.watch(request, response, asked, { state, horizon, owner });
    await sendConditionally(answer, this.outgoing, request, response);
    this.early.note(request, response, asked, state);
  }

  /** Returns one feature of the token's environment and projects. */
  @Get(':featureName')
  @UseInterceptors(SnapshotAgeInterceptor)
  @ApiHeader(SPEC_HEADER)
  @Endpoint({ id: 'getClientFeature', permission, response: ClientFeatureResponse })
  one(
    @Param('featureName') name: string,
    @Query() query: ClientFeaturesQueryDto,
    @CurrentCaller() caller: Caller,
    @Headers(SPEC) spec: string | undefined,
  ): Promise<Json<ClientFeatureResponse>> {
    return this.features.one(name, clientQueryOf(query, caller, spec));
  }
}
