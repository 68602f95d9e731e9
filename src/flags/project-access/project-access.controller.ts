import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../platform/http/endpoint.js';
import type { Json } from '../../platform/http/json.js';
import { IdPipe } from '../../platform/http/validation/id.pipe.js';
import { CurrentCaller } from '../../core/auth/current-caller.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import {
  AccessProjectParams,
  AddAccessDto,
  HeldRolesDto,
  ProjectAccessDto,
  ProjectAccessResponse,
  RoleUsageResponse,
} from './project-access.dto.js';
import { ProjectAccessReadModel } from './project-access.read-model.js';
import { ProjectAccessService } from './project-access.service.js';

const permission = 'PROJECT_USER_ACCESS_WRITE';
const params = { userId: 'Id of the user or service account, a whole number.' };
const groupParams = { groupId: 'Id of the group, a whole number.' };

/** Manages roles in projects. */
@ApiTags('Projects')
@Controller('api/admin/projects')
export class ProjectAccessController {
  constructor(
    private readonly access: ProjectAccessService,
    private readonly reads: ProjectAccessReadModel,
  ) {}

  /** Lists the projects in which a role is assigned, with the number of assignments. */
  @Get('roles/:roleId/access')
  @Endpoint({
    id: 'getRoleProjectAccess',
    permission: ['READ_ROLE', 'UPDATE_ROLE'],
    params: { roleId: 'Id of the role, a whole number.' },
    response: RoleUsageResponse,
  })
  usage(
    @Param('roleId', IdPipe) roleId: number,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<RoleUsageResponse>> {
    return this.reads.usage(roleId, caller);
  }

  /** Lists the role assignments of a project, and the assignable roles. */
  @Get(':projectId/access')
  @Endpoint({
    id: 'getProjectAccess',
    permission: ['PROJECT_USER_ACCESS_READ', permission],
    response: ProjectAccessResponse,
  })
  get(@Param() { projectId }: AccessProjectParams): Promise<Json<ProjectAccessResponse>> {
    return this.reads.get(projectId);
  }

  /** Replaces all role assignments of a project. */
  @Put(':projectId/access')
  @Endpoint({ id: 'setProjectAccess', confirm: 'sensitive', permission, refusals: [409] })
  set(
    @Param() { projectId }: AccessProjectParams,
    @Body() dto: ProjectAccessDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.access.set(projectId, dto, caller);
  }

  /** Assigns roles in a project to users and groups, in addition to existing ones. */
  @Post(':projectId/access')
  @Endpoint({ id: 'addAccessToProject', confirm: 'sensitive', permission, refusals: [409] })
  add(
    @Param() { projectId }: AccessProjectParams,
    @Body() dto: AddAccessDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.access.add(projectId, dto, caller);
  }

  /** Replaces the roles of a user in a project. */
  @Put(':projectId/users/:userId/roles')
  @Endpoint({ id: 'setRolesForUser', confirm: 'sensitive', permission, params, refusals: [409] })
  setForUser(
    @Param() { projectId }: AccessProjectParams,
    @Param('userId', IdPipe) userId: number,
    @Body() { roles }: HeldRolesDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.access.setRoles(projectId, 'user', userId, roles, caller);
  }

  /** Removes all roles of a user in a project; those of groups stay. */
  @Delete(':projectId/users/:userId/roles')
  @Endpoint({ id: 'removeUserAccess', confirm: 'sensitive', permission, params, refusals: [409] })
  removeFromUser(
    @Param() { projectId }: AccessProjectParams,
    @Param('userId', IdPipe) userId: number,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.access.removeRoles(projectId, 'user', userId, caller);
  }

  /** Replaces the roles of a group in a project. */
  @Put(':projectId/groups/:groupId/roles')
  @Endpoint({
    id: 'setRolesForGroup',
    confirm: 'sensitive',
    permission,
    params: groupParams,
    refusals: [409],
  })
  setForGroup(
    @Param() { projectId }: AccessProjectParams,
    @Param('groupId', IdPipe) groupId: number,
    @Body() { roles }: HeldRolesDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.access.setRoles(projectId, 'group', groupId, roles, caller);
  }

  /** Removes all roles of a group in a project. */
  @Delete(':projectId/groups/:groupId/roles')
  @Endpoint({
    id: 'removeGroupAccess',
    confirm: 'sensitive',
    permission,
    params: groupParams,
    refusals: [409],
  })
  removeFromGroup(
    @Param() { projectId }: AccessProjectParams,
    @Param('groupId', IdPipe) groupId: number,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.access.removeRoles(projectId, 'group', groupId, caller);
  }
}
