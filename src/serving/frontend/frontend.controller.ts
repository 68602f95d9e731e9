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
  applyDecorators,
} from '@nestjs/common';
import { ApiTags, ApiQuery } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentCaller } from '../../core/auth/current-caller.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { SnapshotAgeInterceptor } from '../sdk-api/snapshot/snapshot-age.interceptor.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import type { Json } from '../../platform/http/json.js';
import { sendTagged, tagged } from '../../platform/http/tagged.js';
import { Traffic } from '../traffic/traffic.js';
import { FrontendContextDto, FrontendFeaturesResponse } from './frontend.dto.js';
import { FrontendFeatures } from './frontend-features.js';

const PROPERTY = /^properties\[([^[\]]+)\]$/;

/**
 * Parses the context in a query such as `?userId=7&properties[plan]=pro`. The general query parser
 * is not used, because it treats `properties[7]` as a list element.
 *
 * A query that is odd costs a browser no features, as in the reference: repeated values are
 * separated by commas, as the SDK spells lists; `properties` without a name, and a `currentTime`
 * that is no time, are ignored.
 */
function contextOfQuery(url: string): Record<string, unknown> {
  const query = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : '');
  const fields = new Map<string, string>();
  const properties = new Map<string, string>();
  for (const [name, value] of query) {
    const property = PROPERTY.exec(name)?.[1];
    if (property !== undefined) add(properties, property, value);
    else if (name !== 'properties') add(fields, name, value);
  }
  if (Number.isNaN(Date.parse(fields.get('currentTime') ?? ''))) fields.delete('currentTime');
  return { ...Object.fromEntries(fields), properties: Object.fromEntries(properties) };
}

function add(to: Map<string, string>, name: string, value: string): void {
  const before = to.get(name);
  to.set(name, before === undefined ? value : `${before},${value}`);
}

/** Documents the properties of a context in the query. */
function ApiContextQuery(): MethodDecorator {
  return applyDecorators(
    ApiQuery({
      name: 'properties',
      required: false,
      style: 'deepObject',
      explode: true,
      schema: { type: 'object', additionalProperties: { type: 'string' } },
    }),
    ApiQuery({ name: 'appName', required: false, description: 'Name of the application.' }),
    ApiQuery({
      name: 'currentTime',
      required: false,
      description: 'The time of the evaluation; by default the current time.',
    }),
    ApiQuery({
      name: 'environment',
      required: false,
      description: 'The environment for constraints; by default that of the token.',
    }),
    ApiQuery({
      name: 'remoteAddress',
      required: false,
      description: 'IP address of the user; by default that of the connection.',
    }),
    ApiQuery({
      name: 'sessionId',
      required: false,
      description: 'Identifier of the session; by default a random one for each request.',
    }),
    ApiQuery({ name: 'userId', required: false, description: 'Identifier of the user.' }),
  );
}

const permission = 'FRONTEND';
const response = FrontendFeaturesResponse;

/** Evaluates features for browsers and apps, without revealing strategies. */
@ApiTags('Frontend API')
@Controller('api/frontend')
@UseInterceptors(SnapshotAgeInterceptor)
export class FrontendController {
  constructor(
    private readonly features: FrontendFeatures,
    private readonly traffic: Traffic,
  ) {}

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
    @Req() request: Request,
    @CurrentCaller() caller: Caller,
    @Headers('if-none-match') known: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Json<FrontendFeaturesResponse> | undefined> {
    this.traffic.connectedBy(request, caller);
    const body = await this.features.evaluate(contextOfQuery(request.url), '/query', caller);
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
    @Req() request: Request,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<FrontendFeaturesResponse>> {
    this.traffic.connectedBy(request, caller);
    return this.features.evaluate(dto.context ?? {}, '/body/context', caller);
  }
}
