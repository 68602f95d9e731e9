import { ApiProperty } from '@nestjs/swagger';

/** A role. */
export class RoleResponse {
  /** Id of the role. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  id: number;
  /** `root` for roles in the whole instance, `project` for roles in a project. */
  type: string;
  /** Name of the role, such as `Viewer`. */
  name: string;
  /** What the role allows, as a sentence. */
  description?: string;
  /**
   * The project in which the role is held; absent in lists of all roles. Among the roles of a
   * caller, `default` for root roles, as in the reference, although they apply in all projects.
   */
  project?: string | null;
}

/** A list of roles. */
export class RolesResponse {
  /** Always 1. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  version: number;
  /** The roles. */
  roles: RoleResponse[];
}
