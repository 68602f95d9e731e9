import { Body, Controller, Ip, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../../platform/http/endpoint.js';
import { TokenExchangeDto, TokenExchangeResponse } from './token-exchange.dto.js';
import { TokenExchangeService } from './token-exchange.service.js';

/** The token, and what a form needs besides. */
const BODY_LIMIT = 20_000;

/** Gives tokens for those of other issuers. */
@ApiTags('Auth')
@Controller()
export class TokenExchangeController {
  constructor(private readonly exchanges: TokenExchangeService) {}

  /**
   * Exchanges a token of a trusted issuer, such as the ID token of a CI job, for a short-lived
   * token of a service account (RFC 8693). A federated credential has to trust its issuer, audience
   * and subject.
   */
  @Post('auth/oidc/exchange')
  @Endpoint({
    id: 'exchangeToken',
    secrets: ['access_token'],
    permission: 'PUBLIC',
    form: true,
    bodyLimit: BODY_LIMIT,
    response: TokenExchangeResponse,
    refusals: [401, 403, 429, 502],
  })
  exchange(@Body() dto: TokenExchangeDto, @Ip() address: string): Promise<TokenExchangeResponse> {
    return this.exchanges.exchange(dto, address);
  }
}
