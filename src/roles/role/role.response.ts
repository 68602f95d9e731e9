import { ApiProperty } from '@nestjs/swagger';
import { RoleResponse } from '../../auth/permissions/role.response.js';

/** A role that was created or changed. */
export class RoleWithVersionResponse {
  /** Always 1. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  version: number;
  /** The role: one, in spite of the name. */
  roles: RoleResponse;
}

/** Something that roles can allow. */
export class PermissionResponse {
  /** Id of the permission, which never changes. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** Name of the permission, such as `UPDATE_FEATURE`. */
  name: string;
  /** What it allows, in a few words. */
  displayName: string;
  /** How far it reaches: `root` for the whole instance, `project`, or `environment`. */
  @ApiProperty({ enum: ['root', 'project', 'environment'] })
  type: string;
}

/** A permission of a role. */
export class AdminPermissionResponse extends PermissionResponse {
  /** The one environment that the role allows it in; absent for all. */
  environment?: string;
}

/** A role, with what it allows. */
export class RoleWithPermissionsResponse {
  /** Id of the role. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /**
   * `root` and `project` for built-in roles, `root-custom` and `custom` for others: of the whole
   * instance, and of projects.
   */
  type: string;
  /** Name of the role. */
  name: string;
  /** What the role is for. */
  description?: string;
  /** All that it allows, ordered by id. `ADMIN` stands for everything. */
  permissions: AdminPermissionResponse[];
}

/** What roles can allow in an environment. */
export class EnvironmentPermissionsResponse {
  /** Name of the environment. */
  name: string;
  /** The permissions: the same for every environment. */
  permissions: AdminPermissionResponse[];
}

/** What roles can allow, by how far it reaches. */
export class PermissionsByReachResponse {
  /** In the whole instance: for roles of the type `root-custom`. */
  root: AdminPermissionResponse[];
  /** In a project: for roles of the type `custom`. */
  project: AdminPermissionResponse[];
  /**
   * In an environment of a project: for roles of the type `custom`, in all environments or in one.
   */
  environments: EnvironmentPermissionsResponse[];
}

/** All that roles can allow. */
export class AdminPermissionsResponse {
  /** The permissions. */
  permissions: PermissionsByReachResponse;
  /** Version of this form of answer, always 2. */
  @ApiProperty({ type: 'integer', enum: [1, 2] })
  version: number;
}
