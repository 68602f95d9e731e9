import { PartialType, PickType } from '../../platform/http/validation/mapped-types.js';
import {
  Flag,
  Text,
  TextList,
  Int,
  INT4,
} from '../../platform/http/validation/shape.decorators.js';

/** URL-safe characters. `.` and `..` are excluded because clients resolve them. */
const NAME = {
  min: 1,
  max: 100,
  pattern: /^(?!\.{1,2}$)[a-zA-Z0-9~_.-]+$/,
  wanted: 'made of letters, digits and ~ _ . -, and not . or ..',
};
const TYPE = { min: 1, max: 100, trim: true };

/** An environment name to validate. */
export class ValidateEnvironmentDto {
  /** Name of the environment: 1 to 100 letters, digits and `~ _ . -`. */
  @Text(NAME)
  name: string;
}

/** An environment to create. */
export class CreateEnvironmentDto extends ValidateEnvironmentDto {
  /** Type, such as `development`, `test`, `preproduction` or `production`. */
  @Text(TYPE)
  type: string;
  /** Whether new projects get the environment; true by default. */
  @Flag({ optional: true })
  enabled?: boolean;
  /** Position in the list of environments; a new one comes last by default. */
  @Int({ optional: true, ...INT4 })
  sortOrder?: number;
  /**
   * Number of required approvals. Must be omitted or null, because approvals are configured for
   * environments of projects.
   */
  @Int({ optional: true, nullable: true, min: 1 })
  requiredApprovals?: number | null;
}

/** Changes to an environment. Omitted properties stay. */
export class UpdateEnvironmentDto extends PartialType(
  PickType(CreateEnvironmentDto, ['type', 'sortOrder', 'requiredApprovals']),
) {}

/** The clone of an environment. */
export class CloneEnvironmentDto extends ValidateEnvironmentDto {
  /** Type of the clone. */
  @Text(TYPE)
  type: string;
  /**
   * Ids of the projects that get the clone; by default all visible live projects with the source.
   */
  @TextList({ optional: true })
  projects?: string[];
  /**
   * Accepted for compatibility and ignored: permissions that roles grant only in the source are not
   * granted in the clone.
   */
  @Flag({ optional: true })
  clonePermissions?: boolean;
}
