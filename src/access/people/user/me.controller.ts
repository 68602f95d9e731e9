import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { RolesResponse } from '../../../core/auth/permissions/role.response.js';
import { MeReadModel } from './user.read-model.js';
import { MeResponse, ProfileResponse } from './user.response.js';
import { OwnPasswordDto, RolesDto } from './user.dto.js';
import { UserService } from './user.service.js';

/** Information about the caller. */
@ApiTags('Users')
@Controller('api/admin/user')
export class MeController {
  constructor(
    private readonly reads: MeReadModel,
    private readonly users: UserService,
  ) {}

  /** Returns the calling user and their permissions. */
  @Get()
  @Endpoint({ id: 'getMe', beforeSecondFactor: true, permission: 'NONE', response: MeResponse })
  get(@CurrentCaller() caller: Caller): Promise<Json<MeResponse>> {
    return this.reads.get(caller);
  }

  /** Returns the caller's root role and projects. */
  @Get('profile')
  @Endpoint({ id: 'getProfile', permission: 'NONE', response: ProfileResponse })
  profile(@CurrentCaller() caller: Caller): Promise<Json<ProfileResponse>> {
    return this.reads.profile(caller);
  }

  /**
   * Lists the caller's roles in a project, direct ones and those of groups. In open projects, root
   * roles are included.
   */
  @Get('roles')
  @Endpoint({ id: 'getUserRoles', permission: 'NONE', response: RolesResponse, refusals: [404] })
  roles(
    @Query() { projectId }: RolesDto,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<RolesResponse>> {
    return this.reads.roles(caller, projectId);
  }

  /**
   * Changes the caller's password, which ends all of their sessions. Personal tokens stay valid
   * unless requested otherwise.
   */
  @Post('change-password')
  @Endpoint({
    id: 'changeMyPassword',
    ofAccount: true,
    beforeSecondFactor: true,
    permission: 'NONE',
    refusals: [429],
  })
  changePassword(@Body() dto: OwnPasswordDto, @CurrentCaller() caller: Caller): Promise<void> {
    return this.users.changeOwnPassword(dto, caller);
  }
}
