import { CreateContextFieldDto } from '../context-field/context-field.dto.js';
import { CreateDependencyDto } from '../feature/dependency/dependency.dto.js';
import { CreateFeatureDto } from '../feature/feature.dto.js';
import { CreateStrategyDto } from '../feature/strategy/strategy.dto.js';
import { VariantDto } from '../feature/variant.dto.js';
import { OmitType } from '../http/validation/mapped-types.js';
import { Flag, Int, ListOf, Part, Text } from '../http/validation/shape.decorators.js';
import { TagTypeDto } from '../tag/tag-type.dto.js';

/**
 * How much of each kind one import may have. Of features as many as an instance of the reference
 * holds.
 */
export const MOST = {
  features: 5_000,
  strategies: 20_000,
  tags: 20_000,
  parents: 100,
} as const;

/** Maximum length of a text by which an import names something. */
export const LONGEST_NAME = 1_000;

/**
 * A feature to be created, or to be changed where there is one. It is not imported when it was
 * archived where it comes from. What is left out stays, or gets its default in a new feature.
 */
export class ImportedFeatureDto extends OmitType(CreateFeatureDto, ['tags']) {}

/** A strategy that the feature is to have. Its id counts for nothing: it gets a new one. */
export class ImportedStrategyDto extends CreateStrategyDto {
  /** Name of the feature, one of the file. */
  @Text({ optional: true, max: LONGEST_NAME })
  featureName?: string;
}

/** A feature in the environment that was exported. */
export class ImportedFeatureEnvironmentDto {
  /** Name of the feature, where `featureName` is missing. */
  @Text({ max: LONGEST_NAME })
  name: string;
  /** Name of the feature, one of the file. */
  @Text({ optional: true, max: LONGEST_NAME })
  featureName?: string;
  /** Whether the feature is to be on. */
  @Flag()
  enabled: boolean;
  /** The variants that it is to have; they stay when left out. */
  @ListOf(() => VariantDto, { optional: true })
  variants?: VariantDto[];
}

/** A tag that a feature is to carry. */
export class ImportedTagDto {
  /** Name of the feature, one of the file. */
  @Text({ max: LONGEST_NAME })
  featureName: string;
  /** The tag's type, 2 to 50 characters; `type` when left out. */
  @Text({ optional: true, min: 2, max: 50 })
  tagType?: string;
  /** The tag, 2 to 50 characters. */
  @Text({ min: 2, max: 50 })
  tagValue: string;
  /** Another word for `tagType`. */
  @Text({ optional: true, min: 2, max: 50 })
  type?: string;
}

/** Which segment an id in the file means. */
export class ImportedSegmentDto {
  /** Id by which the strategies of the file name it. */
  @Int()
  id: number;
  /** Its name, by which it is found here. */
  @Text({ min: 1, max: LONGEST_NAME })
  name: string;
}

/** The feature that a feature is to depend on. */
export class ImportedDependenciesDto {
  /** Name of the feature, one of the file. */
  @Text({ min: 1, max: LONGEST_NAME })
  feature: string;
  /** Its parent, and under which conditions. More than one is refused. */
  @ListOf(() => CreateDependencyDto, { max: MOST.parents })
  dependencies: CreateDependencyDto[];
}

/** What was exported. */
export class ImportFileDto {
  /** The features, at most 5000. Their project counts for nothing. */
  @ListOf(() => ImportedFeatureDto, { max: MOST.features })
  features: ImportedFeatureDto[];
  /**
   * The strategies that they are to have in the environment, instead of those that they have there.
   */
  @ListOf(() => ImportedStrategyDto, { max: MOST.strategies })
  featureStrategies: ImportedStrategyDto[];
  /** How they are to stand in the environment; as they do when left out. */
  @ListOf(() => ImportedFeatureEnvironmentDto, { optional: true, max: MOST.features })
  featureEnvironments?: ImportedFeatureEnvironmentDto[];
  /** Context fields, which are created where they are missing. */
  @ListOf(() => CreateContextFieldDto, { optional: true })
  contextFields?: CreateContextFieldDto[];
  /** The tags that the features are to carry, and no others; they keep theirs when left out. */
  @ListOf(() => ImportedTagDto, { optional: true, max: MOST.tags })
  featureTags?: ImportedTagDto[];
  /** The segments that the strategies have. They must exist. */
  @ListOf(() => ImportedSegmentDto, { optional: true })
  segments?: ImportedSegmentDto[];
  /** Tag types, which are created where they are missing. */
  @ListOf(() => TagTypeDto)
  tagTypes: TagTypeDto[];
  /** Dependencies that the features are to have; those that are not listed keep theirs. */
  @ListOf(() => ImportedDependenciesDto, { optional: true, max: MOST.features })
  dependencies?: ImportedDependenciesDto[];
}

/** Features to be imported, and where to. */
export class ImportDto {
  /** Id of the project that they are to belong to. */
  @Text({ min: 1, max: LONGEST_NAME })
  project: string;
  /**
   * Name of the environment that strategies, variants and states are for; the project must have it.
   */
  @Text({ min: 1, max: LONGEST_NAME })
  environment: string;
  /** What was exported. */
  @Part(() => ImportFileDto)
  data: ImportFileDto;
}
