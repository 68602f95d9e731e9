import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { Endpoint } from '../../http/endpoint.js';
import type { Json } from '../../http/json.js';
import { CurrentCaller } from '../../auth/access.guard.js';
import type { Caller } from '../../auth/caller/caller.js';
import { RolesResponse } from '../../auth/permissions/role.response.js';
import { MeReadModel } from './me.read-model.js';
import { MeResponse, ProfileResponse } from './me.response.js';
import { OwnPasswordDto, RolesDto } from './user.dto.js';
import { UserService } from './user.service.js';

/** The one who asks. */
@Controller('api/admin/user')
export class MeController {
  constructor(
    private readonly reads: MeReadModel,
    private readonly users: UserService,
  ) {}

  /** Tells who one is, and what one may do. */
  @Get()
  @Endpoint({
    id: 'getMe',
    beforeSecondFactor: true,
    tag: 'Users',
    permission: 'NONE',
    response: MeResponse,
  })
  get(@CurrentCaller() caller: Caller): Promise<Json<MeResponse>> {
    return this.reads.get(caller);
  }

  /** Tells which role one has, and which projects one works in. */
  @Get('profile')
  @Endpoint({ id: 'getProfile', tag: 'Users', permission: 'NONE', response: ProfileResponse })
  profile(@CurrentCaller() caller: Caller): Promise<Json<ProfileResponse>> {
    return this.reads.profile(caller);
  }

  /**
   * Tells which roles one has in a project, by oneself and by groups; in open projects root roles
   * are good, too.
   */
  @Get('roles')
  @Endpoint({
    id: 'getUserRoles',
    tag: 'Users',
    permission: 'NONE',
    response: RolesResponse,
    refusals: [400, 404],
  })
  roles(
    @Query() { projectId }: RolesDto,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<RolesResponse>> {
    return this.reads.roles(caller, projectId);
  }

  /**
   * Gives oneself a new password, which ends all one's sessions. One's personal tokens stay unless
   * the body says otherwise.
   */
  @Post('change-password')
  @Endpoint({
    id: 'changeMyPassword',
    ofAccount: true,
    beforeSecondFactor: true,
    tag: 'Users',
    permission: 'NONE',
    refusals: [400, 413, 415, 429],
  })
  changePassword(@Body() dto: OwnPasswordDto, @CurrentCaller() caller: Caller): Promise<void> {
    return this.users.changeOwnPassword(dto, caller);
  }
}
