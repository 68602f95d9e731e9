import { Body, Controller, Delete, Get, Ip, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { CurrentCaller, CurrentReader } from '../../../core/auth/current-caller.js';
import type { Reader } from '../../../platform/database/database.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { JsonList } from '../../../platform/http/json-list.js';
import type { Json } from '../../../platform/http/json.js';
import { IdPipe } from '../../../platform/http/validation/id.pipe.js';
import { ResetPasswordDto, ResetPasswordResponse } from '../reset/reset.dto.js';
import { PasswordRules } from './password-rules.js';
import {
  AccountSearchQuery,
  CreateUserDto,
  NewPasswordDto,
  PasswordDto,
  SearchUsersDto,
  UpdateUserDto,
  UserIdsDto,
  UserSearchQuery,
} from './user.dto.js';
import { UserReadModel, UserSearchReadModel } from './user.read-model.js';
import {
  AdminCountResponse,
  CreatedUserResponse,
  FoundUserResponse,
  InactiveUsersResponse,
  ChangedUserResponse,
  UserAndRoleResponse,
  UsersAndGroupsResponse,
  UserSearchResponse,
  UsersResponse,
} from './user.response.js';
import { UserService } from './user.service.js';

const permission = 'ADMIN';
const params = { id: 'Id of the user, a whole number.' };

/** Manages users. */
@ApiTags('Users')
@Controller('api/admin/user-admin')
export class UserController {
  constructor(
    private readonly users: UserService,
    private readonly reads: UserReadModel,
    private readonly found: UserSearchReadModel,
    private readonly rules: PasswordRules,
  ) {}

  /** Lists all users, and the root roles that a user can have. */
  @Get()
  @Endpoint({ id: 'getUsers', cost: 'search', permission, response: UsersResponse })
  list(@CurrentReader() reader: Reader): Promise<JsonList<UsersResponse>> {
    return this.reads.list(reader);
  }

  /** Creates a user. The response contains the link through which the user sets a password. */
  @Post()
  @Endpoint({
    id: 'createUser',
    secrets: ['inviteLink'],
    confirm: 'sensitive',
    permission,
    status: 201,
    response: CreatedUserResponse,
    location: ({ id }: CreatedUserResponse) => String(id),
    refusals: [429],
  })
  create(
    @Body() dto: CreateUserDto,
    @CurrentCaller() caller: Caller,
    @Ip() address: string,
  ): Promise<CreatedUserResponse> {
    return this.users.create(dto, caller, address);
  }

  /** Searches users by part of a name, user name or e-mail address. */
  @Get('search')
  @Endpoint({
    id: 'searchUsers',
    cost: 'search',
    permission: 'NONE',
    response: [FoundUserResponse],
  })
  search(
    @Query() { q = '' }: SearchUsersDto,
    @CurrentReader() reader: Reader,
  ): Promise<Json<FoundUserResponse[]>> {
    return this.reads.search(q, reader);
  }

  /**
   * Lists users, service accounts and groups in short form, to choose who gets access: all of them,
   * or some whose names contain a text.
   */
  @Get('access')
  @Endpoint({
    id: 'getBaseUsersAndGroups',
    cost: 'search',
    permission: 'NONE',
    response: UsersAndGroupsResponse,
  })
  access(
    @Query() query: AccountSearchQuery,
    @CurrentReader() reader: Reader,
  ): Promise<JsonList<UsersAndGroupsResponse>> {
    return this.found.accounts(query, reader);
  }

  /** Counts users with and without password, and service accounts. */
  @Get('admin-count')
  @Endpoint({ id: 'getAdminCount', permission, response: AdminCountResponse })
  adminCount(@CurrentReader() reader: Reader): Promise<Json<AdminCountResponse>> {
    return this.reads.adminCount(reader);
  }

  /** Lists users without activity in the last 180 days. */
  @Get('inactive')
  @Endpoint({ id: 'getInactiveUsers', cost: 'search', permission, response: InactiveUsersResponse })
  inactive(@CurrentReader() reader: Reader): Promise<Json<InactiveUsersResponse>> {
    return this.reads.inactive(reader);
  }

  /** Deletes inactive users. Ids of active or unknown users are ignored. */
  @Post('inactive/delete')
  @Endpoint({ id: 'deleteInactiveUsers', permission })
  deleteInactive(@Body() { ids }: UserIdsDto, @CurrentCaller() caller: Caller): Promise<void> {
    return this.users.deleteInactive(ids, caller);
  }

  /** Checks whether a password is strong enough. */
  @Post('validate-password')
  @Endpoint({ id: 'validateUserPassword', reads: true, permission: 'NONE' })
  validatePassword(@Body() { password }: PasswordDto): void {
    this.rules.require(password);
  }

  /**
   * Creates a link through which a user can set a new password; it replaces any earlier one. It is
   * also sent by mail if a mail server is configured.
   */
  @Post('reset-password')
  @Endpoint({
    id: 'resetUserPassword',
    secrets: ['resetPasswordUrl'],
    confirm: 'sensitive',
    permission,
    response: ResetPasswordResponse,
    refusals: [404],
  })
  resetPassword(
    @Body() dto: ResetPasswordDto,
    @CurrentCaller() caller: Caller,
  ): Promise<ResetPasswordResponse> {
    return this.users.resetLink(dto, caller);
  }

  /** Reads a user. */
  @Get(':id')
  @Endpoint({ id: 'getUser', permission, params, response: UserAndRoleResponse })
  get(@Param('id', IdPipe) id: number): Promise<Json<UserAndRoleResponse>> {
    return this.reads.get(id);
  }

  /** Changes a user. Omitted properties stay unchanged. */
  @Put(':id')
  @Endpoint({
    id: 'updateUser',
    confirm: 'sensitive',
    permission,
    params,
    response: ChangedUserResponse,
  })
  update(
    @Param('id', IdPipe) id: number,
    @Body() dto: UpdateUserDto,
    @CurrentCaller() caller: Caller,
  ): Promise<ChangedUserResponse> {
    return this.users.update(id, dto, caller);
  }

  /** Deletes a user with their sessions and tokens. Events keep the user's name. */
  @Delete(':id')
  @Endpoint({ id: 'deleteUser', permission, params })
  delete(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<void> {
    return this.users.delete(id, caller);
  }

  /**
   * Sets the password of a user and ends all of their sessions. Personal tokens stay valid unless
   * requested otherwise.
   */
  @Post(':id/change-password')
  @Endpoint({ id: 'changeUserPassword', confirm: 'sensitive', permission, params, refusals: [429] })
  changePassword(
    @Param('id', IdPipe) id: number,
    @Body() dto: NewPasswordDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.users.changePassword(id, dto, caller);
  }
}

/** Searches users. */
@ApiTags('Users')
@Controller('api/admin/search/users')
export class UserSearchController {
  constructor(private readonly search: UserSearchReadModel) {}

  /** Finds users by a part of their name, user name or e-mail address, in pages. */
  @Get()
  @Endpoint({
    id: 'findUsers',
    cost: 'search',
    permission: 'ADMIN',
    response: UserSearchResponse,
    refusals: [429],
  })
  find(
    @Query() query: UserSearchQuery,
    @CurrentReader() reader: Reader,
  ): Promise<Json<UserSearchResponse>> {
    return this.search.find(query, reader);
  }
}
