import { URL_NAME, URL_NAME_WANTED } from '../feature/feature.dto.js';
import { Flag, ListOf, Text, Int, INT4 } from '../../platform/http/validation/shape.decorators.js';

/** A legal value of a context field. */
export class LegalValueDto {
  /** The value, 1 to 100 characters. */
  @Text({ min: 1, max: 100 })
  value: string;
  /** Description. */
  @Text({ optional: true })
  description?: string;
}

/**
 * New properties of a context field. Omitted ones get their default, except the description, which
 * stays.
 */
export class UpdateContextFieldDto {
  /**
   * Description, up to 250 characters. Null counts as an empty string; a new field without a
   * description has null.
   */
  @Text({ optional: true, nullable: true, max: 250 })
  description?: string | null;
  /** Whether it can be used for stickiness; false when omitted. */
  @Flag({ optional: true })
  stickiness?: boolean;
  /** The only values that constraints may use, without duplicates; any when empty or omitted. */
  @ListOf(() => LegalValueDto, { optional: true, uniqueBy: 'value' })
  legalValues?: LegalValueDto[];
  /**
   * Position in user interfaces; 10 by default for a new field. Unchanged when omitted from a
   * change.
   */
  @Int({ optional: true, ...INT4 })
  sortOrder?: number;
  /** Id of its project, as in the path; it cannot be changed. */
  @Text({ optional: true, max: 100 })
  project?: string;
}

/** A context field to create. */
export class CreateContextFieldDto extends UpdateContextFieldDto {
  /** Name of the context field: 1 to 100 URL-safe characters. */
  @Text({ min: 1, max: 100, pattern: URL_NAME, wanted: URL_NAME_WANTED })
  name: string;
}

/** Which context fields to list. */
export class ContextFieldListQuery {
  /** `project` also lists the fields of all projects. */
  @Text({ optional: true, max: 100 })
  include?: string;
}

/** Which context fields of a project to list. */
export class ProjectContextFieldListQuery {
  /** `root` also lists the fields that all projects can use. */
  @Text({ optional: true, max: 100 })
  include?: string;
}

/** A context field name to validate. */
export class ContextFieldNameDto {
  /** Name of the context field: 1 to 100 URL-safe characters. */
  @Text({ min: 1, max: 100, pattern: URL_NAME, wanted: URL_NAME_WANTED })
  name: string;
}
