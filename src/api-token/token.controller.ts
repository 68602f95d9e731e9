import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { Endpoint } from '../http/endpoint.js';
import type { Json } from '../http/json.js';
import { CurrentCaller } from '../auth/access.guard.js';
import type { Caller } from '../auth/caller/caller.js';
import { anyPermissionFor } from './token-permission.js';
import { CreateApiTokenDto, UpdateApiTokenDto } from './token.dto.js';
import { TokenNameParams, TokenParams } from './token.params.js';
import { TokenReadModel } from './token.read-model.js';
import { ApiTokenResponse, ApiTokensResponse } from './token.response.js';
import { TokenService } from './token.service.js';

const tag = 'API tokens';

/** The tokens of the instance. */
@Controller('api/admin/api-tokens')
export class TokenController {
  constructor(
    private readonly tokens: TokenService,
    private readonly reads: TokenReadModel,
  ) {}

  /** Lists all tokens of the types that the caller may read, without their secrets. */
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

  /**
   * Lists the tokens of a name, of which there may be none, or several; or the one whose secret
   * lists show like that.
   */
  @Get(':name')
  @Endpoint({
    id: 'getApiTokensByName',
    tag,
    permission: anyPermissionFor('READ'),
    response: ApiTokensResponse,
    refusals: [404],
  })
  named(
    @Param() { name }: TokenNameParams,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<ApiTokensResponse>> {
    return this.reads.named(name, caller);
  }

  /** Creates a token. This answer is the only one that ever shows its secret. */
  @Post()
  @Endpoint({
    id: 'createApiToken',
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
   * Changes when a token stops working. Nothing happens when there is no such token, but for a
   * masked secret, which is 404 then.
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
   * Revokes a token. Nothing happens when there is no such token, but for a masked secret, which is
   * 404 then.
   */
  @Delete(':token')
  @Endpoint({ id: 'deleteApiToken', tag, permission: anyPermissionFor('DELETE'), refusals: [404] })
  delete(@Param() { token }: TokenParams, @CurrentCaller() caller: Caller): Promise<void> {
    return this.tokens.delete(token, caller);
  }
}
