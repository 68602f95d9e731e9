import { Body, Controller, Headers, Param, Post, Res, UseInterceptors } from '@nestjs/common';
import { ApiSecurity } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller } from '../auth/current-caller.js';
import type { Caller } from '../auth/caller/caller.js';
import { SnapshotAgeInterceptor } from '../sdk-api/snapshot/snapshot-age.interceptor.js';
import { Endpoint } from '../http/endpoint.js';
import type { Json } from '../http/json.js';
import { sendTagged, tagged } from '../http/tagged.js';
import { OfrepRequestDto } from './ofrep.dto.js';
import { OFREP_PATH } from './ofrep-errors.js';
import { OfrepErrorResponse, OfrepFlagResponse, OfrepFlagsResponse } from './ofrep.response.js';
import { OfrepService } from './ofrep.service.js';

const tag = 'OpenFeature';
const permission = ['CLIENT', 'FRONTEND'] as const;
const refusals = [400, 413, 415];
const refusal = OfrepErrorResponse;

/** The OpenFeature Remote Evaluation Protocol for client and frontend tokens. */
@Controller(OFREP_PATH)
@UseInterceptors(SnapshotAgeInterceptor)
@ApiSecurity('token')
@ApiSecurity('key')
export class OfrepController {
  constructor(private readonly ofrep: OfrepService) {}

  /** Evaluates one flag for a context. */
  @Post(':key')
  @Endpoint({
    id: 'ofrepEvaluateFlag',
    tag,
    permission,
    response: OfrepFlagResponse,
    params: { key: 'Name of the feature.' },
    refusals: [...refusals, 404],
    refusal,
  })
  evaluate(
    @Param('key') key: string,
    @Body() dto: OfrepRequestDto,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<OfrepFlagResponse>> {
    return this.ofrep.evaluate(key, dto, caller);
  }

  /**
   * Evaluates all flags of the token for a context. Responds with 304 when `If-None-Match` names
   * the current `ETag`.
   */
  @Post()
  @Endpoint({
    id: 'ofrepEvaluateFlags',
    tag,
    permission,
    response: OfrepFlagsResponse,
    conditional: true,
    refusals,
    refusal,
  })
  async evaluateAll(
    @Body() dto: OfrepRequestDto,
    @CurrentCaller() caller: Caller,
    @Headers('if-none-match') known: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Json<OfrepFlagsResponse> | undefined> {
    return sendTagged(tagged(await this.ofrep.evaluateAll(dto, caller)), known, response);
  }
}
