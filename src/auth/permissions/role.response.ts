import { ApiProperty } from '@nestjs/swagger';

/** A role. */
export class RoleResponse {
  /** Id of the role. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  id: number;
  /** `root` for a role in the whole instance, `project` for one within a project. */
  type: string;
  /** Name of the role, such as `Viewer`. */
  name: string;
  /** What the role may do, in a sentence. */
  description?: string;
  /** The project the role is held in; absent or null for the whole instance. */
  project?: string | null;
}

/** Some roles. */
export class RolesResponse {
  /** Always 1. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  version: number;
  /** The roles. */
  roles: RoleResponse[];
}
