import { CreateContextFieldDto } from '../../flags/context-field/context-field.dto.js';
import { CreateDependencyDto } from '../../flags/feature/dependency/dependency.dto.js';
import { CreateFeatureDto } from '../../flags/feature/feature.dto.js';
import { FeatureLinkDto } from '../../flags/feature/link/link.dto.js';
import { PayloadSchemaDto } from '../../flags/feature/payload-schema/payload-schema.dto.js';
import { ServedStrategyDto, ServedVariantDto } from '../../flags/feature/strategy/served.dto.js';
import { TagTypeDto } from '../../flags/tag/tag.dto.js';
import { OmitType } from '../../platform/http/validation/mapped-types.js';
import { Flag, Int, ListOf, Part, Text } from '../../platform/http/validation/shape.decorators.js';

/** Maximum items per kind; for features, the limit of the reference. */
const MAX_ITEMS = {
  features: 5_000,
  strategies: 20_000,
  tags: 20_000,
  parents: 100,
  links: 50,
} as const;

/** Maximum length of a name in an import. */
export const MAX_NAME_LENGTH = 1_000;

/**
 * A feature to create or change; skipped when it was archived at its origin. Omitted properties
 * stay, or get their default in a new feature.
 */
export class ImportedFeatureDto extends OmitType(CreateFeatureDto, ['tags']) {}

/** A strategy of the feature. Its id is ignored and replaced by a new one. */
export class ImportedStrategyDto extends ServedStrategyDto {
  /** Name of a feature in the file. */
  @Text({ optional: true, max: MAX_NAME_LENGTH })
  featureName?: string;
}

/** A feature in the exported environment. */
export class ImportedFeatureEnvironmentDto {
  /** Name of the feature, if `featureName` is missing. */
  @Text({ max: MAX_NAME_LENGTH })
  name: string;
  /** Name of a feature in the file. */
  @Text({ optional: true, max: MAX_NAME_LENGTH })
  featureName?: string;
  /** Whether the feature is on. */
  @Flag()
  enabled: boolean;
  /** New variants; unchanged when omitted. */
  @ListOf(() => ServedVariantDto, { optional: true })
  variants?: ServedVariantDto[];
}

/** A tag of a feature. */
export class ImportedTagDto {
  /** Name of a feature in the file. */
  @Text({ max: MAX_NAME_LENGTH })
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
  @Text({ min: 1, max: MAX_NAME_LENGTH })
  name: string;
}

/** The parent of a feature. */
export class ImportedDependenciesDto {
  /** Name of a feature in the file. */
  @Text({ min: 1, max: MAX_NAME_LENGTH })
  feature: string;
  /** Its parent with the conditions. More than one is refused. */
  @ListOf(() => CreateDependencyDto, { max: MAX_ITEMS.parents })
  dependencies: CreateDependencyDto[];
}

/** The links of a feature. */
export class ImportedLinksDto {
  /** Name of a feature in the file. */
  @Text({ min: 1, max: MAX_NAME_LENGTH })
  feature: string;
  /** Its links. Their ids are ignored and replaced by new ones. */
  @ListOf(() => FeatureLinkDto, { max: MAX_ITEMS.links })
  links: FeatureLinkDto[];
}

/** What payloads of a feature have to be. */
export class ImportedSchemaDto extends PayloadSchemaDto {
  /** Name of a feature in the file. */
  @Text({ min: 1, max: MAX_NAME_LENGTH })
  feature: string;
}

/** The content of an export. */
export class ImportFileDto {
  /** The features, at most 5000. Their project is ignored. */
  @ListOf(() => ImportedFeatureDto, { max: MAX_ITEMS.features })
  features: ImportedFeatureDto[];
  /** Strategies that replace the current ones in the environment. */
  @ListOf(() => ImportedStrategyDto, { max: MAX_ITEMS.strategies })
  featureStrategies: ImportedStrategyDto[];
  /** States in the environment; unchanged when omitted. */
  @ListOf(() => ImportedFeatureEnvironmentDto, { optional: true, max: MAX_ITEMS.features })
  featureEnvironments?: ImportedFeatureEnvironmentDto[];
  /** Context fields, created if missing. */
  @ListOf(() => CreateContextFieldDto, { optional: true })
  contextFields?: CreateContextFieldDto[];
  /** Tags that replace the current ones; unchanged when omitted. */
  @ListOf(() => ImportedTagDto, { optional: true, max: MAX_ITEMS.tags })
  featureTags?: ImportedTagDto[];
  /** Segments of the strategies, which must exist. */
  @ListOf(() => ImportedSegmentDto, { optional: true })
  segments?: ImportedSegmentDto[];
  /** Tag types, created if missing. */
  @ListOf(() => TagTypeDto)
  tagTypes: TagTypeDto[];
  /** Dependencies to add; others stay. */
  @ListOf(() => ImportedDependenciesDto, { optional: true, max: MAX_ITEMS.features })
  dependencies?: ImportedDependenciesDto[];
  /** Links that replace those of the features named here; those of others stay. */
  @ListOf(() => ImportedLinksDto, { optional: true, max: MAX_ITEMS.features })
  links?: ImportedLinksDto[];
  /** Schemas of payloads that replace those of the features named here; others stay. */
  @ListOf(() => ImportedSchemaDto, { optional: true, max: MAX_ITEMS.features })
  payloadSchemas?: ImportedSchemaDto[];
}

/** Features to import, and their destination. */
export class ImportDto {
  /** Id of the target project. */
  @Text({ min: 1, max: MAX_NAME_LENGTH })
  project: string;
  /** Name of the environment for strategies, variants and states; the project must have it. */
  @Text({ min: 1, max: MAX_NAME_LENGTH })
  environment: string;
  /** The content of an export. */
  @Part(() => ImportFileDto)
  data: ImportFileDto;
}

/** A problem with the things it affects. */
export class ImportFindingResponse {
  /** Description of the problem. */
  message: string;
  /** Names of the affected things; may be empty. */
  affectedItems: string[];
}

/** Preview of an import. */
export class ImportCheckResponse {
  /** Problems that prevent the import; empty when there are none. */
  errors: ImportFindingResponse[];
  /** Effects that may be unexpected. */
  warnings: ImportFindingResponse[];
  /** The missing permissions as one finding; empty when there are none. */
  permissions: ImportFindingResponse[];
}
