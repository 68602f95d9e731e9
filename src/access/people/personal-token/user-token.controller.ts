import { Controller, Delete, Get, Param } from '@nestjs/common';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { IdPipe } from '../../../platform/http/validation/id.pipe.js';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { PersonalTokensResponse } from '../user/personal-token.response.js';
import { PersonalTokenService } from './personal-token.service.js';

const tag = 'Users';
const permission = 'ADMIN';
const params = { id: 'Id of the user, a whole number.' };

/** Manages the personal tokens of other users. */
@Controller('api/admin/user-admin')
export class UserTokenController {
  constructor(private readonly tokens: PersonalTokenService) {}

  /** Lists the personal tokens of a user, without their secrets. */
  @Get(':id/access-tokens')
  @Endpoint({
    id: 'getUserAccessTokens',
    tag,
    permission,
    params,
    response: PersonalTokensResponse,
    refusals: [400, 404],
  })
  list(@Param('id', IdPipe) id: number): Promise<Json<PersonalTokensResponse>> {
    return this.tokens.listOf(id);
  }

  /** Revokes a personal token of a user. */
  @Delete(':id/access-tokens/:tokenId')
  @Endpoint({
    id: 'deleteUserAccessToken',
    tag,
    permission,
    params: { ...params, tokenId: 'Id of the token, a whole number.' },
    refusals: [400, 404],
  })
  revoke(
    @Param('id', IdPipe) id: number,
    @Param('tokenId', IdPipe) tokenId: number,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.tokens.revokeOf(id, tokenId, caller);
  }
}
