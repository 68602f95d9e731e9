import { Body, Controller, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { CalledRequest } from '../../core/auth/current-caller.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import { EdgeTokens } from './edge-tokens.js';
import { TokenListDto, ValidTokensResponse } from './edge.dto.js';

/** The endpoint that edge servers call. */
@ApiTags('Edge')
@Controller('edge')
export class EdgeController {
  constructor(private readonly tokens: EdgeTokens) {}

  /** Validates tokens, and returns what each valid one gives access to. */
  @Post('validate')
  @Endpoint({
    id: 'getValidTokens',
    permission: 'PUBLIC',
    response: ValidTokensResponse,
    refusals: [403, 429],
  })
  validate(
    @Body() { tokens }: TokenListDto,
    @Req() request: CalledRequest,
  ): Promise<ValidTokensResponse> {
    return this.tokens.valid(tokens, request);
  }
}
