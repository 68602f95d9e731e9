import { ListOf, OneOf, Text, Int } from '../../http/validation/shape.decorators.js';

/** The types of roles that can be created: for the whole instance, and for projects. */
export const CUSTOM_ROLE_TYPES = ['root-custom', 'custom'] as const;

/** Something that a role is to allow: by its name, or else by its id. */
export class RoleGrantDto {
  /** Name of the permission, such as `UPDATE_FEATURE`. */
  @Text({ optional: true, nullable: true })
  name?: string | null;
  /** Id of the permission; passed over when there is a name. */
  @Int({ optional: true, nullable: true })
  id?: number | null;
  /**
   * The one environment it is to be allowed in, for permissions of environments; left out, null or
   * empty: in all of them.
   */
  @Text({ optional: true, nullable: true })
  environment?: string | null;
}

/** A role as it is to be. */
export class RoleDto {
  /** What the role is called, 1 to 100 characters; unique. */
  @Text({ trim: true, min: 1, max: 100 })
  name: string;
  /** What the role is for. A change keeps what is left out. */
  @Text({ optional: true, nullable: true, trim: true, max: 1000 })
  description?: string | null;
  /**
   * `root-custom` for a role in the whole instance, `custom` for one in projects, which it is
   * unless told. It never changes.
   */
  @OneOf(CUSTOM_ROLE_TYPES, { optional: true })
  type?: (typeof CUSTOM_ROLE_TYPES)[number];
  /**
   * All that the role is to allow. Root roles take permissions of the whole instance, others those
   * of projects and environments. A change keeps what is left out.
   */
  @ListOf(() => RoleGrantDto, { optional: true, max: 2000 })
  permissions?: RoleGrantDto[];
}
