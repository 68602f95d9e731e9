import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { IdPipe } from '../../../platform/http/validation/id.pipe.js';
import {
  CreatePersonalTokenDto,
  PersonalTokenResponse,
  PersonalTokensResponse,
} from './personal-token.dto.js';
import { PersonalTokenService } from './personal-token.service.js';

const tag = 'Personal access tokens';
const permission = 'NONE';

/** Manages the personal tokens of the caller. */
@Controller('api/admin/user/tokens')
export class PersonalTokenController {
  constructor(private readonly tokens: PersonalTokenService) {}

  /** Lists the caller's own tokens, without their secrets. */
  @Get()
  @Endpoint({ id: 'getPats', tag, permission, response: PersonalTokensResponse })
  list(@CurrentCaller() caller: Caller): Promise<Json<PersonalTokensResponse>> {
    return this.tokens.list(caller);
  }

  /** Creates a token with the permissions of its user. Only this response contains its secret. */
  @Post()
  @Endpoint({
    id: 'createPat',
    secrets: ['secret'],
    ofAccount: true,
    confirm: 'sensitive',
    tag,
    permission,
    status: 201,
    response: PersonalTokenResponse,
    location: ({ id }: PersonalTokenResponse) => `tokens/${id}`,
    refusals: [400, 404, 409, 413, 415],
  })
  create(
    @Body() dto: CreatePersonalTokenDto,
    @CurrentCaller() caller: Caller,
  ): Promise<PersonalTokenResponse> {
    return this.tokens.create(dto, caller);
  }

  /** Revokes one of the caller's own tokens. */
  @Delete(':id')
  @Endpoint({
    id: 'deletePat',
    ofAccount: true,
    tag,
    permission,
    params: { id: 'Id of the token, a whole number.' },
    refusals: [400, 404],
  })
  delete(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<void> {
    return this.tokens.delete(id, caller);
  }
}

const userTag = 'Users';
const ofOthers = 'ADMIN';
const params = { id: 'Id of the user, a whole number.' };

/** Manages the personal tokens of other users. */
@Controller('api/admin/user-admin')
export class UserTokenController {
  constructor(private readonly tokens: PersonalTokenService) {}

  /** Lists the personal tokens of a user, without their secrets. */
  @Get(':id/access-tokens')
  @Endpoint({
    id: 'getUserAccessTokens',
    tag: userTag,
    permission: ofOthers,
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
    tag: userTag,
    permission: ofOthers,
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
