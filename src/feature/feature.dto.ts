import { PickType } from '../http/validation/mapped-types.js';
import { Flag, ListOf, Moment, Text, TextList } from '../http/validation/shape.decorators.js';
import { URL_NAME, URL_NAME_WANTED } from '../http/validation/url-name.js';
import { TagDto } from '../tag/tag.dto.js';

export { URL_NAME, URL_NAME_WANTED };

/** A name to be tried. */
export class ValidateFeatureDto {
  /** Name of the feature: 1 to 100 characters that a URL path carries as they are. */
  @Text({ min: 1, max: 100, pattern: URL_NAME, wanted: URL_NAME_WANTED })
  name: string;
  /** The project whose naming pattern the name has to follow. */
  @Text({ optional: true, nullable: true })
  projectId?: string | null;
}

/** A feature to be created. */
export class CreateFeatureDto {
  /**
   * Name of the feature: 1 to 100 characters that a URL path carries as they are; unique over all
   * projects.
   */
  @Text({ min: 1, max: 100, pattern: URL_NAME, wanted: URL_NAME_WANTED })
  name: string;
  /**
   * Kind of flag: `release` (the default), `experiment`, `operational`, `kill-switch` or
   * `permission`.
   */
  @Text({ optional: true })
  type?: string;
  /** What the feature is about; an empty one counts as none. */
  @Text({ optional: true, nullable: true })
  description?: string | null;
  /** Whether SDKs collect impression data; false by default. */
  @Flag({ optional: true })
  impressionData?: boolean;
  /** Whether the feature is stale; false by default. */
  @Flag({ optional: true })
  stale?: boolean;
  /** Whether the feature is archived from the start; false by default. */
  @Flag({ optional: true })
  archived?: boolean;
  /** When the feature was created, for one that comes from elsewhere; now by default. */
  @Moment({ optional: true, nullable: true })
  createdAt?: string | null;
  /** Tags of the feature. Those that do not exist yet are created. */
  @ListOf(() => TagDto, { optional: true })
  tags?: TagDto[];
}

/**
 * What replaces a feature's properties. What is left out gets its default, the description
 * excepted, which stays.
 */
export class UpdateFeatureDto extends PickType(CreateFeatureDto, [
  'type',
  'description',
  'impressionData',
  'stale',
]) {
  /** Name of the feature; the one of the path, if it is given at all. */
  @Text({ optional: true })
  name?: string;
}

/** Names of features. */
export class FeatureNamesDto {
  /** Names of features. */
  @TextList()
  features: string[];
}

/** Which features of a project to list. */
export class FeatureListQuery {
  /** Only features whose names start so. */
  @Text({ optional: true })
  namePrefix?: string;
  /** Only features with this tag, as `type:value`; given several times, with any of them. */
  @TextList({ optional: true, one: true })
  tag?: string[];
}

/** How to turn on. */
export class SwitchOnQuery {
  /**
   * Whether disabled strategies become active. Where they are all there is, that is instead of the
   * default strategy being added.
   */
  @Flag({ optional: true })
  shouldActivateDisabledStrategies?: boolean;
}
