import { ApiProperty } from '@nestjs/swagger';
import { RoleResponse } from '../../../core/auth/permissions/role.response.js';
import { Text } from '../../../platform/http/validation/shape.decorators.js';
import { UserAndRoleResponse } from '../../people/user/user.response.js';
import { PermissionResponse } from '../role/role.dto.js';

/** The place of the permissions. */
export class PermissionPlaceDto {
  /** Id of the project; any project when omitted. */
  @Text({ optional: true })
  project?: string;
  /** Name of the environment; all environments of the project when omitted. */
  @Text({ optional: true })
  environment?: string;
}

/** A permission, and whether it is granted. */
export class HeldPermissionResponse extends PermissionResponse {
  /** Whether it is granted in this place. */
  hasPermission: boolean;
  /** The environment that was asked about; only in `matrix.environment`. */
  environment?: string;
}

/** Permissions by scope. */
export class HeldPermissionsResponse {
  /** Root permissions. */
  root: HeldPermissionResponse[];
  /** Project permissions in the given project, or in any. */
  project: HeldPermissionResponse[];
  /** Environment permissions in the given environment, or in all. */
  environment: HeldPermissionResponse[];
}

/** Permissions of a user with the roles that grant them. */
export class UserPermissionsResponse {
  /** All permissions. */
  overview: HeldPermissionsResponse;
  /**
   * The same as in the reference: `environment` is empty unless an environment was asked about.
   */
  matrix: HeldPermissionsResponse;
  /** The user. */
  user: UserAndRoleResponse;
  /** The root role; null for none. */
  rootRole: RoleResponse | null;
  /** Root roles of groups, in alphabetical order. */
  groupRootRoles: RoleResponse[];
  /**
   * Roles in the given project, direct ones and those of groups; in all projects when none is
   * given.
   */
  projectRoles: RoleResponse[];
}

/** The access of a user. */
export class UserAccessResponse {
  /** Id of the user or service account. */
  @ApiProperty({ type: 'integer' })
  userId: number;
  /** When the user was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** Name of the person, else user name. */
  userName: string | null;
  /** When last seen; null if never. */
  @ApiProperty({ format: 'date-time' })
  lastSeen: string | null;
  /**
   * Ids of projects with a role, direct or through a group, in alphabetical order. Root roles apply
   * to open projects in addition.
   */
  accessibleProjects: string[];
  /** Names of groups, in alphabetical order. */
  groups: string[];
  /** Name of the root role; empty for none. */
  rootRole: string;
  /** E-mail address; empty if not set. */
  userEmail: string;
}

/** The access of all users. */
export class AccessOverviewResponse {
  /** All users and service accounts, oldest first. */
  overview: UserAccessResponse[];
}
