import { ListOf, OneOf, Text, Int } from '../../../platform/http/validation/shape.decorators.js';

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
