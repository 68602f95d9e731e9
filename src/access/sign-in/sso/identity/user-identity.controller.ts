import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../../../platform/http/endpoint.js';
import type { Json } from '../../../../platform/http/json.js';
import { IdPipe } from '../../../../platform/http/validation/id.pipe.js';
import { CurrentCaller } from '../../../../core/auth/current-caller.js';
import type { Caller } from '../../../../core/auth/caller/caller.js';
import {
  LinkIdentityDto,
  UserIdentitiesResponse,
  UserIdentityResponse,
} from './user-identity.dto.js';
import { UserIdentityService } from './user-identity.service.js';

const permission = 'ADMIN';
const params = { id: 'Id of the user, a whole number.' };

/** Manages the single sign-on identities of users. */
@ApiTags('Users')
@Controller('api/admin/user-admin/:id/identities')
export class UserIdentityController {
  constructor(private readonly identities: UserIdentityService) {}

  /** Lists the single sign-on identities of a user. */
  @Get()
  @Endpoint({ id: 'getUserIdentities', permission, params, response: UserIdentitiesResponse })
  list(@Param('id', IdPipe) id: number): Promise<Json<UserIdentitiesResponse>> {
    return this.identities.list(id);
  }

  /**
   * Links an identity to a user, so that its owner signs in as this user. This is the only way to
   * link administrators.
   */
  @Post()
  @Endpoint({
    id: 'linkUserIdentity',
    confirm: 'sensitive',
    permission,
    params,
    status: 201,
    response: UserIdentityResponse,
    location: ({ id }: UserIdentityResponse) => `identities/${id}`,
    refusals: [409],
  })
  link(
    @Param('id', IdPipe) id: number,
    @Body() dto: LinkIdentityDto,
    @CurrentCaller() caller: Caller,
  ): Promise<UserIdentityResponse> {
    return this.identities.link(id, dto, caller);
  }

  /** Removes an identity from a user, and ends the sessions opened with its protocol. */
  @Delete(':identityId')
  @Endpoint({
    id: 'unlinkUserIdentity',
    confirm: 'sensitive',
    permission,
    params: { ...params, identityId: 'Id of the identity, a whole number.' },
  })
  unlink(
    @Param('id', IdPipe) id: number,
    @Param('identityId', IdPipe) identityId: number,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.identities.unlink(id, identityId, caller);
  }
}
