import { ApiProperty } from '@nestjs/swagger';
import { Flag, Int, INT4, ListOf, Text } from '../../platform/http/validation/shape.decorators.js';
import { RefuseUnknown } from '../../platform/http/validation/unknown-keys.js';
import { URL_NAME, URL_NAME_WANTED } from '../feature/feature.dto.js';
import { StrategyUseResponse } from '../feature/strategy/strategy.dto.js';
import { ProjectParams } from '../project/project.dto.js';

/** A context field of a project in a path. */
export class ProjectContextFieldParams extends ProjectParams {
  /** Name of the context field. */
  contextField: string;
}

/** A legal value of a context field of a project in a path. */
export class ProjectLegalValueParams extends ProjectContextFieldParams {
  /** The legal value. */
  legalValue: string;
}

/** A legal value of a context field. */
@RefuseUnknown()
export class LegalValueDto {
  /** The value, 1 to 100 characters. */
  @Text({ min: 1, max: 100 })
  value: string;
  /** Description; null counts as an empty one. */
  @Text({ optional: true, emptyIfNull: true })
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
@RefuseUnknown()
export class ContextFieldNameDto {
  /** Name of the context field: 1 to 100 URL-safe characters. */
  @Text({ min: 1, max: 100, pattern: URL_NAME, wanted: URL_NAME_WANTED })
  name: string;
}

/** A legal value of a context field. */
export class LegalValueResponse {
  /** The value. */
  value: string;
  /** Description; absent when there is none. */
  description?: string;
}

/** A context field: a property of the evaluation context that constraints compare. */
export class ContextFieldResponse {
  /** Name of the context field. */
  name: string;
  /** Description; null when there is none. */
  description: string | null;
  /** Whether it can be used for stickiness. */
  stickiness: boolean;
  /** Position in lists. */
  @ApiProperty({ type: 'integer' })
  sortOrder: number;
  /** The only values that constraints may use; any when empty. */
  legalValues: LegalValueResponse[];
  /** Id of the project whose features alone can use it; absent when all can. */
  project?: string;
  /** When the context field was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** Number of projects with live features that have a constraint on it; only in lists. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  usedInProjects?: number;
  /** Number of live features that have a constraint on it; only in lists. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  usedInFeatures?: number;
}

/** Strategies that use a context field. */
export class ContextFieldStrategiesResponse {
  /** Strategies of live features with a constraint on it. */
  strategies: StrategyUseResponse[];
}
