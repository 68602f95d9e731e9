import { Body, Controller, Delete, Get, Ip, Param, Post, Put, Query } from '@nestjs/common';
import type { Reader } from '../../database/database.js';
import { CurrentReader } from '../../auth/current-reader.js';
import { Endpoint } from '../../http/endpoint.js';
import type { Json } from '../../http/json.js';
import { IdPipe } from '../../http/validation/id.pipe.js';
import { CurrentCaller } from '../../auth/access.guard.js';
import type { Caller } from '../../auth/caller/caller.js';
import { ResetPasswordDto } from './reset.dto.js';
import { ResetPasswordResponse } from './reset.response.js';
import { PasswordRules } from './password-rules.js';
import {
  CreateUserDto,
  NewPasswordDto,
  PasswordDto,
  SearchUsersDto,
  UpdateUserDto,
  UserIdsDto,
} from './user.dto.js';
import { UserReadModel } from './user.read-model.js';
import {
  AdminCountResponse,
  CreatedUserResponse,
  FoundUsersResponse,
  InactiveUsersResponse,
  UserAndRoleResponse,
  UsersAndGroupsResponse,
  UsersResponse,
} from './user.response.js';
import { UserService } from './user.service.js';

const tag = 'Users';
const permission = 'ADMIN';
const params = { id: 'Id of the user, a whole number.' };

/** The users of the instance. */
@Controller('api/admin/user-admin')
export class UserController {
  constructor(
    private readonly users: UserService,
    private readonly reads: UserReadModel,
    private readonly rules: PasswordRules,
  ) {}

  /** Lists all users, and the root roles that a user can have. */
  @Get()
  @Endpoint({ id: 'getUsers', cost: 'search', tag, permission, response: UsersResponse })
  list(@CurrentReader() reader: Reader): Promise<Json<UsersResponse>> {
    return this.reads.list(reader);
  }

  /** Creates a user. The answer holds the link by which the user chooses a password. */
  @Post()
  @Endpoint({
    id: 'createUser',
    confirm: 'sensitive',
    tag,
    permission,
    status: 201,
    response: CreatedUserResponse,
    location: ({ id }: CreatedUserResponse) => String(id),
    refusals: [400, 413, 415, 429],
  })
  create(
    @Body() dto: CreateUserDto,
    @CurrentCaller() caller: Caller,
    @Ip() address: string,
  ): Promise<CreatedUserResponse> {
    return this.users.create(dto, caller, address);
  }

  /** Finds users by a part of a name, a user name or an e-mail address. */
  @Get('search')
  @Endpoint({
    id: 'searchUsers',
    cost: 'search',
    tag,
    permission: 'NONE',
    response: FoundUsersResponse,
    refusals: [400],
  })
  search(
    @Query() { q = '' }: SearchUsersDto,
    @CurrentReader() reader: Reader,
  ): Promise<Json<FoundUsersResponse>> {
    return this.reads.search(q, reader);
  }

  /** Lists all users and groups, in short: all who can be given access to something. */
  @Get('access')
  @Endpoint({
    id: 'getBaseUsersAndGroups',
    cost: 'search',
    tag,
    permission: 'NONE',
    response: UsersAndGroupsResponse,
  })
  access(@CurrentReader() reader: Reader): Promise<Json<UsersAndGroupsResponse>> {
    return this.reads.access(reader);
  }

  /** Counts the administrators. */
  @Get('admin-count')
  @Endpoint({ id: 'getAdminCount', tag, permission, response: AdminCountResponse })
  adminCount(@CurrentReader() reader: Reader): Promise<Json<AdminCountResponse>> {
    return this.reads.adminCount(reader);
  }

  /** Lists the users who have not been seen for 180 days. */
  @Get('inactive')
  @Endpoint({
    id: 'getInactiveUsers',
    cost: 'search',
    tag,
    permission,
    response: InactiveUsersResponse,
  })
  inactive(@CurrentReader() reader: Reader): Promise<Json<InactiveUsersResponse>> {
    return this.reads.inactive(reader);
  }

  /**
   * Deletes inactive users. Those of the list who are active, or not there any more, are passed
   * over.
   */
  @Post('inactive/delete')
  @Endpoint({ id: 'deleteInactiveUsers', tag, permission, refusals: [400, 413, 415] })
  deleteInactive(@Body() { ids }: UserIdsDto, @CurrentCaller() caller: Caller): Promise<void> {
    return this.users.deleteInactive(ids, caller);
  }

  /** Tells whether a password is strong enough. */
  @Post('validate-password')
  @Endpoint({ id: 'validateUserPassword', tag, permission: 'NONE', refusals: [400, 413, 415] })
  validatePassword(@Body() { password }: PasswordDto): void {
    this.rules.require(password);
  }

  /**
   * Makes the link by which a user can choose a new password, to be passed on to the user; where
   * mails are sent, the user gets it by mail too. It replaces any earlier one.
   */
  @Post('reset-password')
  @Endpoint({
    id: 'resetUserPassword',
    confirm: 'sensitive',
    tag,
    permission,
    response: ResetPasswordResponse,
    refusals: [400, 404, 413, 415],
  })
  resetPassword(
    @Body() dto: ResetPasswordDto,
    @CurrentCaller() caller: Caller,
  ): Promise<ResetPasswordResponse> {
    return this.users.resetLink(dto, caller);
  }

  /** Shows a user. */
  @Get(':id')
  @Endpoint({
    id: 'getUser',
    tag,
    permission,
    params,
    response: UserAndRoleResponse,
    refusals: [400, 404],
  })
  get(@Param('id', IdPipe) id: number): Promise<Json<UserAndRoleResponse>> {
    return this.reads.get(id);
  }

  /** Changes a user. What the body leaves out stays as it is. */
  @Put(':id')
  @Endpoint({
    id: 'updateUser',
    confirm: 'sensitive',
    tag,
    permission,
    params,
    response: UserAndRoleResponse,
    refusals: [400, 404, 413, 415],
  })
  update(
    @Param('id', IdPipe) id: number,
    @Body() dto: UpdateUserDto,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<UserAndRoleResponse>> {
    return this.users.update(id, dto, caller);
  }

  /** Deletes a user, whose sessions and tokens end. In the history the user stays, as unknown. */
  @Delete(':id')
  @Endpoint({ id: 'deleteUser', tag, permission, params, refusals: [400, 404] })
  delete(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<void> {
    return this.users.delete(id, caller);
  }

  /**
   * Gives a user a new password, and ends all the user's sessions. The personal tokens stay unless
   * the body says otherwise.
   */
  @Post(':id/change-password')
  @Endpoint({
    id: 'changeUserPassword',
    confirm: 'sensitive',
    tag,
    permission,
    params,
    refusals: [400, 404, 413, 415, 429],
  })
  changePassword(
    @Param('id', IdPipe) id: number,
    @Body() dto: NewPasswordDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.users.changePassword(id, dto, caller);
  }
}
