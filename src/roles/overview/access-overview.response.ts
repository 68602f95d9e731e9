import { ApiProperty } from '@nestjs/swagger';
import { RoleResponse } from '../../auth/permissions/role.response.js';
import { PermissionResponse } from '../role/role.response.js';
import { UserAndRoleResponse } from '../../people/user/user.response.js';

/** A permission, and whether somebody has it. */
export class HeldPermissionResponse extends PermissionResponse {
  /** Whether the user has it there. */
  hasPermission: boolean;
}

/** What somebody may do, by how far it reaches. */
export class HeldPermissionsResponse {
  /** In the whole instance. */
  root: HeldPermissionResponse[];
  /** In the project that was asked about, or else in any. */
  project: HeldPermissionResponse[];
  /** In the environment that was asked about, or else in all of them. */
  environment: HeldPermissionResponse[];
}

/** What somebody may do, and why. */
export class UserPermissionsResponse {
  /** Every permission. */
  overview: HeldPermissionsResponse;
  /** Who it is. */
  user: UserAndRoleResponse;
  /** The root role; null for none. */
  rootRole: RoleResponse | null;
  /** The root roles by groups, in alphabetical order. */
  groupRootRoles: RoleResponse[];
  /**
   * The roles in the project that was asked about, by oneself and by groups; in all projects when
   * none was.
   */
  projectRoles: RoleResponse[];
}

/** What somebody has access to. */
export class UserAccessResponse {
  /** Id of the user, or of the service account. */
  @ApiProperty({ type: 'integer' })
  userId: number;
  /** When the user was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** Name of the person, or else the user name. */
  userName: string | null;
  /** When last seen; null for never. */
  @ApiProperty({ format: 'date-time' })
  lastSeen: string | null;
  /**
   * Ids of the projects in which they have a role, by themselves or by a group, in alphabetical
   * order. Root roles are good in open projects besides.
   */
  accessibleProjects: string[];
  /** Names of their groups, in alphabetical order. */
  groups: string[];
  /** Name of the root role; empty for none. */
  rootRole: string;
  /** E-mail address; empty when none is set. */
  userEmail: string;
}

/** Who has access to what. */
export class AccessOverviewResponse {
  /** All users and service accounts, in the order of their creation. */
  overview: UserAccessResponse[];
}
