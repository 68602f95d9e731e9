import { PartialType, PickType } from '../http/validation/mapped-types.js';
import { Flag, Text, TextList, Int, INT4 } from '../http/validation/shape.decorators.js';

/**
 * Letters, digits and what else a URL path carries as it is; `.` and `..` are not names but
 * directions.
 */
const NAME = {
  min: 1,
  max: 100,
  pattern: /^(?!\.{1,2}$)[a-zA-Z0-9~_.-]+$/,
  wanted: 'made of letters, digits and ~ _ . -, and not . or ..',
};
const TYPE = { min: 1, max: 100, trim: true };

/** A name to be tried. */
export class ValidateEnvironmentDto {
  /** Name of the environment: 1 to 100 letters, digits and `~ _ . -`. */
  @Text(NAME)
  name: string;
}

/** An environment to be created. */
export class CreateEnvironmentDto extends ValidateEnvironmentDto {
  /** What kind of place it is, such as `development`, `test`, `preproduction` or `production`. */
  @Text(TYPE)
  type: string;
  /** Whether new projects get the environment; true by default. */
  @Flag({ optional: true })
  enabled?: boolean;
  /** Position in the list of environments; a new one comes last by default. */
  @Int({ optional: true, ...INT4 })
  sortOrder?: number;
  /**
   * How many approvals a change needs. This service has no change requests, so only none can be
   * asked for.
   */
  @Int({ optional: true, nullable: true, min: 1 })
  requiredApprovals?: number | null;
}

/** What changes in an environment. What is left out stays. */
export class UpdateEnvironmentDto extends PartialType(
  PickType(CreateEnvironmentDto, ['type', 'sortOrder', 'requiredApprovals']),
) {}

/** The environment that a clone becomes. */
export class CloneEnvironmentDto extends ValidateEnvironmentDto {
  /** What kind of place the new environment is. */
  @Text(TYPE)
  type: string;
  /**
   * Ids of the projects that get the new environment; by default all live ones that have the
   * source, of those that the caller may know of.
   */
  @TextList({ optional: true })
  projects?: string[];
  /**
   * Whether permissions in the source are given in the clone too. Nobody has permissions in single
   * environments here, so it changes nothing.
   */
  @Flag({ optional: true })
  clonePermissions?: boolean;
}
