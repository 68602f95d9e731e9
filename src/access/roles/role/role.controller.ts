import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { IdPipe } from '../../../platform/http/validation/id.pipe.js';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { RolesResponse } from '../../../core/auth/permissions/role.response.js';
import {
  AdminPermissionsResponse,
  RoleDto,
  RoleWithPermissionsResponse,
  RoleWithVersionResponse,
} from './role.dto.js';
import { RoleReadModel } from './role.read-model.js';
import { RoleService } from './role.service.js';

const tag = 'Users';
const params = { roleId: 'Id of the role, a whole number.' };
const READ = ['READ_ROLE', 'UPDATE_ROLE'] as const;

/** Manages roles and permissions. */
@Controller('api/admin')
export class RoleController {
  constructor(
    private readonly roles: RoleService,
    private readonly reads: RoleReadModel,
  ) {}

  /** Lists all permissions that roles can contain. */
  @Get('permissions')
  @Endpoint({
    id: 'getPermissions',
    tag: 'Auth',
    permission: 'NONE',
    response: AdminPermissionsResponse,
  })
  permissions(): Promise<AdminPermissionsResponse> {
    return this.reads.permissions();
  }

  /** Lists all roles, oldest first. */
  @Get('roles')
  @Endpoint({ id: 'getRoles', tag, permission: READ, response: RolesResponse })
  list(): Promise<Json<RolesResponse>> {
    return this.reads.list();
  }

  /** Creates a root or project role. It can only contain permissions that the caller has. */
  @Post('roles')
  @Endpoint({
    id: 'createRole',
    confirm: 'sensitive',
    tag,
    permission: 'UPDATE_ROLE',
    response: RoleWithVersionResponse,
    refusals: [409],
  })
  create(@Body() dto: RoleDto, @CurrentCaller() caller: Caller): Promise<RoleWithVersionResponse> {
    return this.roles.create(dto, caller);
  }

  /** Checks whether a role is valid and its name is free. */
  @Post('roles/validate')
  @Endpoint({ id: 'validateRole', reads: true, tag, permission: 'UPDATE_ROLE', refusals: [409] })
  validate(@Body() dto: RoleDto): Promise<void> {
    return this.reads.validate(dto);
  }

  /** Reads a role with its permissions. */
  @Get('roles/:roleId')
  @Endpoint({
    id: 'getRoleById',
    tag,
    permission: READ,
    params,
    response: RoleWithPermissionsResponse,
  })
  get(@Param('roleId', IdPipe) id: number): Promise<RoleWithPermissionsResponse> {
    return this.reads.get(id);
  }

  /** Changes a custom role. Omitted properties stay. */
  @Put('roles/:roleId')
  @Endpoint({
    id: 'updateRole',
    confirm: 'sensitive',
    tag,
    permission: 'UPDATE_ROLE',
    params,
    response: RoleWithVersionResponse,
    refusals: [409],
  })
  update(
    @Param('roleId', IdPipe) id: number,
    @Body() dto: RoleDto,
    @CurrentCaller() caller: Caller,
  ): Promise<RoleWithVersionResponse> {
    return this.roles.update(id, dto, caller);
  }

  /** Deletes a custom role that is not assigned. */
  @Delete('roles/:roleId')
  @Endpoint({ id: 'deleteRole', confirm: 'sensitive', tag, permission: 'UPDATE_ROLE', params })
  delete(@Param('roleId', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<void> {
    return this.roles.delete(id, caller);
  }
}
