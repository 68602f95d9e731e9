import { ApiProperty } from '@nestjs/swagger';
import { BareGroupResponse, GroupMemberResponse } from '../../people/group/group.response.js';
import { RoleResponse } from '../../auth/permissions/role.response.js';

/** Somebody who has roles in a project. */
export class UserInProjectResponse {
  /** Id of the user, or of the service account. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  id: number;
  /** Always false. Deprecated by the reference. */
  @ApiProperty({ deprecated: true })
  isAPI: boolean;
  /** Name of the person; the user name or the e-mail address of who has none. */
  name: string;
  /** E-mail address; null when none is set. */
  email: string | null;
  /** Address of the profile picture. */
  imageUrl: string;
  /** When they were first given a role here that they still have. */
  @ApiProperty({ format: 'date-time' })
  addedAt: string;
  /** The first of the roles. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  roleId: number;
  /** Ids of all roles here that are theirs and not those of a group. */
  roles: number[];
}

/** A group that has roles in a project. */
export class GroupInProjectResponse extends BareGroupResponse {
  /** When it was first given a role here that it still has. */
  @ApiProperty({ format: 'date-time' })
  addedAt: string;
  /** The first of the roles. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  roleId: number;
  /** Ids of all its roles here. */
  roles: number[];
  /** Its members, in the order in which they came. */
  users: GroupMemberResponse[];
}

/** Who has which role in a project. */
export class ProjectAccessResponse {
  /** The groups with roles here, in alphabetical order. */
  groups: GroupInProjectResponse[];
  /**
   * The users and service accounts with roles of their own here, in the order of their creation.
   */
  users: UserInProjectResponse[];
  /** All roles that can be given in projects. */
  roles: RoleResponse[];
}

/** How many have a role in a project. */
export class RoleInProjectResponse {
  /** Id of the project. */
  project: string;
  /** Id of the role. */
  @ApiProperty({ type: 'integer' })
  role: number;
  /** How many people have it, those not counted who have it by a group. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  userCount: number;
  /** How many service accounts have it. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  serviceAccountCount: number;
  /** How many groups have it. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  groupCount: number;
}

/** In which projects somebody has a role. */
export class RoleUsageResponse {
  /** The projects, in alphabetical order. */
  projects: RoleInProjectResponse[];
}
