import { ApiProperty } from '@nestjs/swagger';
import { BareGroupResponse, GroupMemberResponse } from '../../access/people/group/group.dto.js';
import { RoleResponse } from '../../core/auth/permissions/role.response.js';
import {
  IdList,
  Int,
  INT4_FROM_0,
  ListOf,
} from '../../platform/http/validation/shape.decorators.js';

/** A project in a path. */
export class AccessProjectParams {
  /** Id of the project. */
  projectId: string;
}

/** Assignments of one role in a project. */
export class RoleHoldersDto {
  /** Id of the role. */
  @Int(INT4_FROM_0)
  id: number;
  /** Ids of groups with the role; none when omitted. */
  @IdList({ optional: true, max: 10_000 })
  groups?: number[];
  /** Ids of users and service accounts with the role; none when omitted. */
  @IdList({ optional: true, max: 10_000 })
  users?: number[];
}

/** All role assignments of a project. */
export class ProjectAccessDto {
  /** Assignments by role; an omitted role is assigned to nobody. */
  @ListOf(() => RoleHoldersDto, { max: 1000 })
  roles: RoleHoldersDto[];
}

/** Roles to assign in a project. */
export class AddAccessDto {
  /** Ids of the roles; each is assigned to all given users and groups. */
  @IdList({ max: 1000 })
  roles: number[];
  /** Ids of groups. */
  @IdList({ max: 10_000 })
  groups: number[];
  /** Ids of users and service accounts. */
  @IdList({ max: 10_000 })
  users: number[];
}

/** The roles of a user or group in a project. */
export class HeldRolesDto {
  /** Ids of the roles; an empty list removes all. */
  @IdList({ max: 1000 })
  roles: number[];
}

/** A user with roles in a project. */
export class UserInProjectResponse {
  /** Id of the user or service account. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  id: number;
  /** Deprecated; always false. */
  @ApiProperty({ deprecated: true })
  isAPI: boolean;
  /** Name of the person, else user name, else e-mail address. */
  name: string;
  /** E-mail address; null if not set. */
  email: string | null;
  /** URL of the profile picture. */
  imageUrl: string;
  /** When the oldest current role was assigned. */
  @ApiProperty({ format: 'date-time' })
  addedAt: string;
  /** The first of the roles. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  roleId: number;
  /** Ids of all directly assigned roles. */
  roles: number[];
}

/** A group with roles in a project. */
export class GroupInProjectResponse extends BareGroupResponse {
  /** When the oldest current role was assigned. */
  @ApiProperty({ format: 'date-time' })
  addedAt: string;
  /** The first of the roles. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  roleId: number;
  /** Ids of all roles. */
  roles: number[];
  /** Its members, in the order in which they joined. */
  users: GroupMemberResponse[];
}

/** The role assignments of a project, and the assignable roles. */
export class ProjectAccessResponse {
  /** Groups with roles, in alphabetical order. */
  groups: GroupInProjectResponse[];
  /** Users and service accounts with direct roles, oldest first. */
  users: UserInProjectResponse[];
  /** All roles that can be assigned in projects. */
  roles: RoleResponse[];
}

/** Assignments of a role in a project. */
export class RoleInProjectResponse {
  /** Id of the project. */
  project: string;
  /** Id of the role. */
  @ApiProperty({ type: 'integer' })
  role: number;
  /** Number of users with the role, without those who have it through a group. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  userCount: number;
  /** Number of service accounts with the role. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  serviceAccountCount: number;
  /** Number of groups with the role. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  groupCount: number;
}

/** The projects in which a role is assigned. */
export class RoleUsageResponse {
  /** The projects, in alphabetical order. */
  projects: RoleInProjectResponse[];
}
