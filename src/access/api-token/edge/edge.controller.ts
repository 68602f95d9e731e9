import { Body, Controller, Post, Req } from '@nestjs/common';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { CalledRequest } from '../../../core/auth/caller/called-request.js';
import { EdgeTokens } from './edge-tokens.js';
import { TokenListDto } from './edge.dto.js';
import { ValidTokensResponse } from './edge.response.js';

/** The endpoint that edge servers call. */
@Controller('edge')
export class EdgeController {
  constructor(private readonly tokens: EdgeTokens) {}

  /** Validates tokens, and returns what each valid one gives access to. */
  @Post('validate')
  @Endpoint({
    id: 'getValidTokens',
    tag: 'Edge',
    permission: 'PUBLIC',
    response: ValidTokensResponse,
    refusals: [400, 403, 413, 415, 429],
  })
  validate(
    @Body() { tokens }: TokenListDto,
    @Req() request: CalledRequest,
  ): Promise<ValidTokensResponse> {
    return this.tokens.valid(tokens, request);
  }
}
