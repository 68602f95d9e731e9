import { CreateContextFieldDto } from '../context-field/context-field.dto.js';
import { CreateDependencyDto } from '../feature/dependency/dependency.dto.js';
import { CreateFeatureDto } from '../feature/feature.dto.js';
import { CreateStrategyDto } from '../feature/strategy/strategy.dto.js';
import { VariantDto } from '../feature/variant.dto.js';
import { OmitType } from '../http/validation/mapped-types.js';
import { Flag, Int, ListOf, Part, Text } from '../http/validation/shape.decorators.js';
import { TagTypeDto } from '../tag/tag-type.dto.js';

/** Maximum items per kind; for features, the limit of the reference. */
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

/** A strategy of the feature. Its id is ignored and replaced by a new one. */
export class ImportedStrategyDto extends CreateStrategyDto {
  /** Name of a feature in the file. */
  @Text({ optional: true, max: LONGEST_NAME })
  featureName?: string;
}

/** A feature in the exported environment. */
export class ImportedFeatureEnvironmentDto {
  /** Name of the feature, if `featureName` is missing. */
  @Text({ max: LONGEST_NAME })
  name: string;
  /** Name of a feature in the file. */
  @Text({ optional: true, max: LONGEST_NAME })
  featureName?: string;
  /** Whether the feature is on. */
  @Flag()
  enabled: boolean;
  /** New variants; unchanged when omitted. */
  @ListOf(() => VariantDto, { optional: true })
  variants?: VariantDto[];
}

/** A tag of a feature. */
export class ImportedTagDto {
  /** Name of a feature in the file. */
  @Text({ max: LONGEST_NAME })
  featureName: string;
  /** Type of the tag, 2 to 50 characters; `type` when omitted. */
  @Text({ optional: true, min: 2, max: 50 })
  tagType?: string;
  /** Value of the tag, 2 to 50 characters. */
  @Text({ min: 2, max: 50 })
  tagValue: string;
  /** Alternative name of `tagType`. */
  @Text({ optional: true, min: 2, max: 50 })
  type?: string;
}

/** Describes a segment id in the file. */
export class ImportedSegmentDto {
  /** Id used by the strategies in the file. */
  @Int()
  id: number;
  /** Name by which the segment is found in this instance. */
  @Text({ min: 1, max: LONGEST_NAME })
  name: string;
}

/** The feature that a feature is to depend on. */
export class ImportedDependenciesDto {
  /** Name of a feature in the file. */
  @Text({ min: 1, max: LONGEST_NAME })
  feature: string;
  /** Its parent, and under which conditions. More than one is refused. */
  @ListOf(() => CreateDependencyDto, { max: MOST.parents })
  dependencies: CreateDependencyDto[];
}

/** The content of an export. */
export class ImportFileDto {
  /** The features, at most 5000. Their project is ignored. */
  @ListOf(() => ImportedFeatureDto, { max: MOST.features })
  features: ImportedFeatureDto[];
  /** Strategies that replace the current ones in the environment. */
  @ListOf(() => ImportedStrategyDto, { max: MOST.strategies })
  featureStrategies: ImportedStrategyDto[];
  /** States in the environment; unchanged when omitted. */
  @ListOf(() => ImportedFeatureEnvironmentDto, { optional: true, max: MOST.features })
  featureEnvironments?: ImportedFeatureEnvironmentDto[];
  /** Context fields, created if missing. */
  @ListOf(() => CreateContextFieldDto, { optional: true })
  contextFields?: CreateContextFieldDto[];
  /** Tags that replace the current ones; unchanged when omitted. */
  @ListOf(() => ImportedTagDto, { optional: true, max: MOST.tags })
  featureTags?: ImportedTagDto[];
  /** Segments of the strategies, which must exist. */
  @ListOf(() => ImportedSegmentDto, { optional: true })
  segments?: ImportedSegmentDto[];
  /** Tag types, created if missing. */
  @ListOf(() => TagTypeDto)
  tagTypes: TagTypeDto[];
  /** Dependencies that the features are to have; those that are not listed keep theirs. */
  @ListOf(() => ImportedDependenciesDto, { optional: true, max: MOST.features })
  dependencies?: ImportedDependenciesDto[];
}

/** Features to import, and their destination. */
export class ImportDto {
  /** Id of the target project. */
  @Text({ min: 1, max: LONGEST_NAME })
  project: string;
  /** Name of the environment for strategies, variants and states; the project must have it. */
  @Text({ min: 1, max: LONGEST_NAME })
  environment: string;
  /** The content of an export. */
  @Part(() => ImportFileDto)
  data: ImportFileDto;
}
