import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { Endpoint } from '../../platform/http/endpoint.js';
import type { Json } from '../../platform/http/json.js';
import { CurrentCaller } from '../../core/auth/current-caller.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { anyPermissionFor } from './token-permission.js';
import { CreateApiTokenDto, UpdateApiTokenDto } from './token.dto.js';
import { TokenNameParams, TokenParams } from './token.params.js';
import { TokenReadModel } from './token.read-model.js';
import { ApiTokenResponse, ApiTokensResponse } from './token.response.js';
import { TokenService } from './token.service.js';

const tag = 'API tokens';

/** All API tokens of the instance. */
@Controller('api/admin/api-tokens')
export class TokenController {
  constructor(
    private readonly tokens: TokenService,
    private readonly reads: TokenReadModel,
  ) {}

  /** Lists the tokens of the types that the caller may read, without their secrets. */
  @Get()
  @Endpoint({
    id: 'getAllApiTokens',
    tag,
    permission: anyPermissionFor('READ'),
    response: ApiTokensResponse,
  })
  list(@CurrentCaller() caller: Caller): Promise<Json<ApiTokensResponse>> {
    return this.reads.list(caller);
  }

  /** Lists the tokens with a name, or the one token with a masked secret. */
  @Get(':token')
  @Endpoint({
    id: 'getApiTokensByName',
    tag,
    permission: anyPermissionFor('READ'),
    response: ApiTokensResponse,
    refusals: [404],
  })
  named(
    @Param() { token }: TokenNameParams,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<ApiTokensResponse>> {
    return this.reads.named(token, caller);
  }

  /** Creates a token. Only this response contains its secret. */
  @Post()
  @Endpoint({
    id: 'createApiToken',
    secrets: ['secret'],
    confirm: 'sensitive',
    tag,
    permission: anyPermissionFor('CREATE'),
    status: 201,
    response: ApiTokenResponse,
    location: () => 'api-tokens',
    refusals: [400, 413, 415],
  })
  create(
    @Body() dto: CreateApiTokenDto,
    @CurrentCaller() caller: Caller,
  ): Promise<ApiTokenResponse> {
    return this.tokens.create(dto, caller);
  }

  /**
   * Changes the expiry of a token. Does nothing when no token matches, except that an unknown
   * masked secret is answered with 404.
   */
  @Put(':token')
  @Endpoint({
    id: 'updateApiToken',
    confirm: 'sensitive',
    tag,
    permission: anyPermissionFor('UPDATE'),
    refusals: [400, 404, 413, 415],
  })
  update(
    @Param() { token }: TokenParams,
    @Body() dto: UpdateApiTokenDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.tokens.setExpiry(token, new Date(dto.expiresAt), caller);
  }

  /**
   * Revokes a token. Does nothing when no token matches, except that an unknown masked secret is
   * answered with 404.
   */
  @Delete(':token')
  @Endpoint({ id: 'deleteApiToken', tag, permission: anyPermissionFor('DELETE'), refusals: [404] })
  delete(@Param() { token }: TokenParams, @CurrentCaller() caller: Caller): Promise<void> {
    return this.tokens.delete(token, caller);
  }
}
