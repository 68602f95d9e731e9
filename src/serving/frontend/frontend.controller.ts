import {
  Body,
  Controller,
  Get,
  Header,
  Headers,
  Post,
  Req,
  Res,
  UseInterceptors,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentCaller } from '../../core/auth/current-caller.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { SnapshotAgeInterceptor } from '../sdk-api/snapshot/snapshot-age.interceptor.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import type { Json } from '../../platform/http/json.js';
import { sendTagged, tagged } from '../../platform/http/tagged.js';
import { ApiContextQuery, contextOfQuery } from './context-query.js';
import { FrontendContextDto, FrontendFeaturesResponse } from './frontend.dto.js';
import { FrontendFeatures } from './frontend-features.js';

const permission = 'FRONTEND';
const response = FrontendFeaturesResponse;

/** Evaluates features for browsers and apps, without revealing strategies. */
@ApiTags('Frontend API')
@Controller('api/frontend')
@UseInterceptors(SnapshotAgeInterceptor)
export class FrontendController {
  constructor(private readonly features: FrontendFeatures) {}

  /**
   * Evaluates the features of the token's projects and environment for the context of the query; an
   * admin token evaluates the environment `default`. Names that are not listed are treated as
   * properties. Responds with 304 when `If-None-Match` names the current `ETag`.
   */
  @Get()
  @Header('Cache-Control', 'no-cache')
  @ApiContextQuery()
  @Endpoint({ id: 'getFrontendFeatures', permission, response, conditional: true, refusals: [400] })
  async evaluate(
    @Req() { url }: Request,
    @CurrentCaller() caller: Caller,
    @Headers('if-none-match') known: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Json<FrontendFeaturesResponse> | undefined> {
    const body = await this.features.evaluate(contextOfQuery(url), '/query', caller);
    return sendTagged(tagged(body), known, response);
  }

  /**
   * Evaluates features for the context in the body, for contexts that are too long or too private
   * for a query.
   */
  @Post()
  @Endpoint({
    id: 'getFrontendApiFeaturesWithPost',
    permission,
    response,
    largeNumbersAsText: true,
  })
  evaluateBody(
    @Body() dto: FrontendContextDto,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<FrontendFeaturesResponse>> {
    return this.features.evaluate(dto.context ?? {}, '/body/context', caller);
  }
}
