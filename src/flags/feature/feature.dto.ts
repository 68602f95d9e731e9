import { PickType } from '../../platform/http/validation/mapped-types.js';
import {
  Flag,
  ListOf,
  Moment,
  Text,
  TextList,
} from '../../platform/http/validation/shape.decorators.js';
import { URL_NAME, URL_NAME_WANTED } from '../../platform/http/validation/url-name.js';
import { ProjectParams } from '../project/project.dto.js';
import { TagDto } from '../tag/tag.dto.js';
import { VariantDto } from './variant/variant.dto.js';

/** A feature in a path. */
export class FeatureParams extends ProjectParams {
  /** Name of the feature. */
  featureName: string;
}

/** A feature in one environment in a path. */
export class FeatureEnvironmentParams extends FeatureParams {
  /** Name of the environment. */
  environment: string;
}

export { URL_NAME, URL_NAME_WANTED };

/** A feature name to validate. */
export class ValidateFeatureDto {
  /** Name of the feature: 1 to 100 URL-safe characters. */
  @Text({ min: 1, max: 100, pattern: URL_NAME, wanted: URL_NAME_WANTED })
  name: string;
  /** Id of the project whose naming pattern applies. */
  @Text({ optional: true, nullable: true })
  projectId?: string | null;
}

/** A feature to create. */
export class CreateFeatureDto {
  /** Name of the feature: 1 to 100 URL-safe characters, unique across all projects. */
  @Text({ min: 1, max: 100, pattern: URL_NAME, wanted: URL_NAME_WANTED })
  name: string;
  /**
   * Feature type: `release` (the default), `experiment`, `operational`, `kill-switch` or
   * `permission`.
   */
  @Text({ optional: true })
  type?: string;
  /** Description; empty for none. */
  @Text({ optional: true, nullable: true })
  description?: string | null;
  /** Whether SDKs emit impression events; false by default. */
  @Flag({ optional: true })
  impressionData?: boolean;
  /** Whether the feature is stale; false by default. */
  @Flag({ optional: true })
  stale?: boolean;
  /** Whether the feature is archived initially; false by default. */
  @Flag({ optional: true })
  archived?: boolean;
  /** Creation time, for a feature that is imported from elsewhere; now by default. */
  @Moment({ optional: true, nullable: true })
  createdAt?: string | null;
  /** Tags of the feature. Unknown ones are created. */
  @ListOf(() => TagDto, { optional: true })
  tags?: TagDto[];
  /** Variants of the feature in every environment of its project; none by default. */
  @ListOf(() => VariantDto, { optional: true })
  variants?: VariantDto[];
}

/**
 * New properties of a feature. Omitted ones get their default, except the description, which stays.
 */
export class UpdateFeatureDto extends PickType(CreateFeatureDto, [
  'type',
  'description',
  'impressionData',
  'stale',
]) {
  /** Name of the feature; must equal the one in the path, if given. */
  @Text({ optional: true })
  name?: string;
}

/** Features, by name. */
export class FeatureNamesDto {
  /** Names of the features. */
  @TextList()
  features: string[];
}

/** Filters of a list of features. */
export class FeatureListQuery {
  /** Only features whose names start with this text. */
  @Text({ optional: true })
  namePrefix?: string;
  /** Only features with this tag, as `type:value`; any of several. */
  @TextList({ optional: true, one: true })
  tag?: string[];
}

/** Which switch the impact is of. */
export class SwitchImpactQuery {
  /** Whether the feature would be turned on; by default off. */
  @Flag({ optional: true })
  turnsOn?: boolean;
}

/** Options for turning on. */
export class SwitchOnQuery {
  /**
   * Whether disabled strategies are enabled. If the feature has only disabled strategies, this
   * replaces adding the default strategy.
   */
  @Flag({ optional: true })
  shouldActivateDisabledStrategies?: boolean;
}

/** Where to move a feature. */
export class ChangeProjectDto {
  /** Id of the project. */
  @Text({ min: 1, max: 100 })
  newProjectId: string;
}

/** Features, and whether they are stale. */
export class StaleFeaturesDto extends FeatureNamesDto {
  /** Whether to set or remove the mark. */
  @Flag()
  stale: boolean;
}

/** The clone of a feature. */
export class CloneFeatureDto {
  /** Name of the clone: 1 to 100 URL-safe characters, unique across all projects. */
  @Text({ min: 1, max: 100, pattern: URL_NAME, wanted: URL_NAME_WANTED })
  name: string;
  /**
   * Whether `groupId` in the strategies becomes the new name, so that users are distributed
   * independently; true by default.
   */
  @Flag({ optional: true })
  replaceGroupId?: boolean;
}
