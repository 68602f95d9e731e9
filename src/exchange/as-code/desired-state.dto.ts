import { CreateDependencyDto } from '../../flags/feature/dependency/dependency.dto.js';
import { CreateFeatureDto } from '../../flags/feature/feature.dto.js';
import { FeatureLinkDto } from '../../flags/feature/link/link.dto.js';
import { CreateStrategyDto } from '../../flags/feature/strategy/strategy.dto.js';
import { VariantDto } from '../../flags/feature/variant/variant.dto.js';
import { OmitType, PickType } from '../../platform/http/validation/mapped-types.js';
import { Flag, ListOf, Text, TextList } from '../../platform/http/validation/shape.decorators.js';

/** Maximum items per kind; for features, the limit of the import. */
const MAX_ITEMS = { features: 5_000, environments: 500, links: 50, parents: 100 } as const;
const NAME = { min: 1, max: 500 } as const;

/** A strategy, with its segments by name. Omitted properties get their default. */
export class CodeStrategyDto extends OmitType(CreateStrategyDto, ['segments', 'sortOrder']) {
  /** Names of the segments that must match: at most 5; none when omitted. */
  @TextList({ optional: true })
  segments?: string[];
}

/** A feature in an environment. Omitted properties stay as they are. */
export class CodeFeatureEnvironmentDto {
  /** Name of the environment. */
  @Text(NAME)
  name: string;
  /** Whether the feature is on. */
  @Flag({ optional: true })
  enabled?: boolean;
  /** All strategies, in order. */
  @ListOf(() => CodeStrategyDto, { optional: true })
  strategies?: CodeStrategyDto[];
  /** All variants of the feature itself; strategies have their own. */
  @ListOf(() => VariantDto, { optional: true })
  variants?: VariantDto[];
}

/** A feature. Omitted properties stay as they are, or get their default in a new feature. */
export class CodeFeatureDto extends PickType(CreateFeatureDto, [
  'name',
  'type',
  'description',
  'impressionData',
  'stale',
  'tags',
]) {
  /** Id of its project. */
  @Text({ min: 1, max: 100 })
  project: string;
  /** All links. */
  @ListOf(() => FeatureLinkDto, { optional: true, max: MAX_ITEMS.links })
  links?: FeatureLinkDto[];
  /** The feature that it depends on, in a list; none when empty. */
  @ListOf(() => CreateDependencyDto, { optional: true, max: MAX_ITEMS.parents })
  dependencies?: CreateDependencyDto[];
  /** Its environments; those that are not listed stay as they are. */
  @ListOf(() => CodeFeatureEnvironmentDto, {
    optional: true,
    max: MAX_ITEMS.environments,
    uniqueBy: 'name',
  })
  environments?: CodeFeatureEnvironmentDto[];
}

/** What a folder of files describes. */
export class DesiredStateDto {
  /** Features, at most 5000. */
  @ListOf(() => CodeFeatureDto, { optional: true, max: MAX_ITEMS.features, uniqueBy: 'name' })
  features?: CodeFeatureDto[];
}
