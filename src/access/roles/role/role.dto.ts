import { ApiProperty } from '@nestjs/swagger';
import { RoleResponse } from '../../../core/auth/permissions/role.response.js';
import { Int, ListOf, OneOf, Text } from '../../../platform/http/validation/shape.decorators.js';

/** Types of custom roles: root and project roles. */
const CUSTOM_ROLE_TYPES = ['root-custom', 'custom'] as const;

/** A permission of a role, by name or id. */
export class RoleGrantDto {
  /** Name of the permission, such as `UPDATE_FEATURE`. */
  @Text({ optional: true, nullable: true })
  name?: string | null;
  /** Id of the permission; ignored when there is a name. */
  @Int({ optional: true, nullable: true })
  id?: number | null;
  /** The only environment, for environment permissions; all when omitted, null or empty. */
  @Text({ optional: true, nullable: true })
  environment?: string | null;
}

/** A role to create or change. */
export class RoleDto {
  /** Unique name, 1 to 100 characters. */
  @Text({ trim: true, min: 1, max: 100 })
  name: string;
  /** Description. Unchanged when omitted from a change. */
  @Text({ optional: true, nullable: true, trim: true, max: 1000 })
  description?: string | null;
  /**
   * `root-custom` for a root role, `custom` (the default) for a project role. Cannot be changed.
   */
  @OneOf(CUSTOM_ROLE_TYPES, { optional: true })
  type?: (typeof CUSTOM_ROLE_TYPES)[number];
  /**
   * Permissions of the role. Root roles take root permissions, project roles those of projects and
   * environments. Unchanged when omitted from a change.
   */
  @ListOf(() => RoleGrantDto, { optional: true, max: 2000 })
  permissions?: RoleGrantDto[];
}

/** A created or changed role. */
export class RoleWithVersionResponse {
  /** Always 1. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  version: number;
  /** The role; a single one despite the name. */
  roles: RoleResponse;
}

/** A permission that roles can contain. */
export class PermissionResponse {
  /** Immutable id of the permission. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** Name of the permission, such as `UPDATE_FEATURE`. */
  name: string;
  /** Short description. */
  displayName: string;
  /** Scope: `root`, `project` or `environment`. */
  @ApiProperty({ enum: ['root', 'project', 'environment'] })
  type: string;
}

/** A permission of a role. */
export class AdminPermissionResponse extends PermissionResponse {
  /** The only environment in which the role grants it; absent for all. */
  environment?: string;
}

/** A role with its permissions. */
export class RoleWithPermissionsResponse {
  /** Id of the role. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** `root` and `project` for built-in roles, `root-custom` and `custom` for custom ones. */
  type: string;
  /** Name of the role. */
  name: string;
  /** Description. */
  description?: string;
  /** All of its permissions, ordered by id. `ADMIN` means all. */
  permissions: AdminPermissionResponse[];
}

/** Permissions in one environment. */
export class EnvironmentPermissionsResponse {
  /** Name of the environment. */
  name: string;
  /** The permissions, which are the same for every environment. */
  permissions: AdminPermissionResponse[];
}

/** Permissions by scope. */
export class PermissionsByReachResponse {
  /** Root permissions, for roles of the type `root-custom`. */
  root: AdminPermissionResponse[];
  /** Project permissions, for roles of the type `custom`. */
  project: AdminPermissionResponse[];
  /** Environment permissions, for roles of the type `custom`, in all environments or in one. */
  environments: EnvironmentPermissionsResponse[];
}

/** All permissions that roles can contain. */
export class AdminPermissionsResponse {
  /** The permissions. */
  permissions: PermissionsByReachResponse;
  /** Version of this format; always 2. */
  @ApiProperty({ type: 'integer', enum: [1, 2] })
  version: number;
}
