import { Body, Controller, Get, Post, Req, UseInterceptors } from '@nestjs/common';
import type { Request } from 'express';
import { CurrentCaller } from '../auth/access.guard.js';
import type { Caller } from '../auth/caller/caller.js';
import { SnapshotAgeInterceptor } from '../sdk-api/snapshot/snapshot-age.interceptor.js';
import { Endpoint } from '../http/endpoint.js';
import { ApiContextQuery } from './context-query.decorator.js';
import { contextOfQuery } from './context-query.js';
import { FrontendContextDto } from './frontend.dto.js';
import { FrontendFeaturesResponse } from './frontend.response.js';
import { FrontendFeatures } from './frontend-features.js';

const tag = 'Frontend API';
const permission = 'FRONTEND';
const response = FrontendFeaturesResponse;

/** Evaluates features for browsers and apps, without revealing strategies. */
@Controller('api/frontend')
@UseInterceptors(SnapshotAgeInterceptor)
export class FrontendController {
  constructor(private readonly features: FrontendFeatures) {}

  /**
   * Evaluates the features of the token's projects and environment for the context of the query; an
   * admin token evaluates the environment `default`. Names that are not listed are treated as
   * properties.
   */
  @Get()
  @ApiContextQuery()
  @Endpoint({
    id: 'getFrontendFeatures',
    tag,
    permission,
    response,
    conditional: true,
    refusals: [400],
  })
  evaluate(
    @Req() { url }: Request,
    @CurrentCaller() caller: Caller,
  ): Promise<FrontendFeaturesResponse> {
    return this.features.evaluate(contextOfQuery(url), '/query', caller);
  }

  /**
   * Evaluates features for the context in the body, for contexts that are too long or too private
   * for a query.
   */
  @Post()
  @Endpoint({
    id: 'getFrontendApiFeaturesWithPost',
    tag,
    permission,
    response,
    refusals: [400, 413, 415],
  })
  evaluateBody(
    @Body() dto: FrontendContextDto,
    @CurrentCaller() caller: Caller,
  ): Promise<FrontendFeaturesResponse> {
    return this.features.evaluate(dto.context ?? {}, '/body/context', caller);
  }
}
