import { URL_NAME, URL_NAME_WANTED } from '../feature/feature.dto.js';
import { Flag, ListOf, Text, Int, INT4 } from '../http/validation/shape.decorators.js';

/** A value that constraints may compare a context field with. */
export class LegalValueDto {
  /** The value, 1 to 100 characters. */
  @Text({ min: 1, max: 100 })
  value: string;
  /** What it means. */
  @Text({ optional: true })
  description?: string;
}

/**
 * What replaces a context field's properties. What is left out gets its default, the description
 * excepted, which stays.
 */
export class UpdateContextFieldDto {
  /** What the field is about, up to 250 characters; null counts as empty. */
  @Text({ optional: true, nullable: true, max: 250 })
  description?: string | null;
  /** Whether a gradual rollout can go by it; false when left out. */
  @Flag({ optional: true })
  stickiness?: boolean;
  /**
   * The only values that constraints may compare with, each once; any may when empty or left out.
   */
  @ListOf(() => LegalValueDto, { optional: true, uniqueBy: 'value' })
  legalValues?: LegalValueDto[];
}

/** A context field to be created. */
export class CreateContextFieldDto extends UpdateContextFieldDto {
  /** Name by which SDKs send it: 1 to 100 characters that a URL path carries as they are. */
  @Text({ min: 1, max: 100, pattern: URL_NAME, wanted: URL_NAME_WANTED })
  name: string;
  /** Position where people choose; 10 by default. */
  @Int({ optional: true, ...INT4 })
  sortOrder?: number;
}

/** A name to be tried. */
export class ContextFieldNameDto {
  /** Name of the context field: 1 to 100 characters that a URL path carries as they are. */
  @Text({ min: 1, max: 100, pattern: URL_NAME, wanted: URL_NAME_WANTED })
  name: string;
}
