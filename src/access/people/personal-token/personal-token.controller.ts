import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
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

const permission = 'NONE';

/** Manages the personal tokens of the caller. */
@ApiTags('Personal access tokens')
@Controller('api/admin/user/tokens')
export class PersonalTokenController {
  constructor(private readonly tokens: PersonalTokenService) {}

  /** Lists the caller's own tokens, without their secrets. */
  @Get()
  @Endpoint({ id: 'getPats', permission, response: PersonalTokensResponse })
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
    permission,
    status: 201,
    response: PersonalTokenResponse,
    location: ({ id }: PersonalTokenResponse) => `tokens/${id}`,
    refusals: [404, 409],
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
    permission,
    params: { id: 'Id of the token, a whole number.' },
  })
  delete(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<void> {
    return this.tokens.delete(id, caller);
  }
}

const ofOthers = 'ADMIN';
const params = { id: 'Id of the user, a whole number.' };

/** Manages the personal tokens of other users. */
@ApiTags('Users')
@Controller('api/admin/user-admin')
export class UserTokenController {
  constructor(private readonly tokens: PersonalTokenService) {}

  /** Lists the personal tokens of a user, without their secrets. */
  @Get(':id/access-tokens')
  @Endpoint({
    id: 'getUserAccessTokens',
    permission: ofOthers,
    params,
    response: PersonalTokensResponse,
  })
  list(@Param('id', IdPipe) id: number): Promise<Json<PersonalTokensResponse>> {
    return this.tokens.listOf(id);
  }

  /** Revokes a personal token of a user. */
  @Delete(':id/access-tokens/:tokenId')
  @Endpoint({
    id: 'deleteUserAccessToken',
    permission: ofOthers,
    params: { ...params, tokenId: 'Id of the token, a whole number.' },
  })
  revoke(
    @Param('id', IdPipe) id: number,
    @Param('tokenId', IdPipe) tokenId: number,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.tokens.revokeOf(id, tokenId, caller);
  }
}
