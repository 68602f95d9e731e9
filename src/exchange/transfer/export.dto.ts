import { ApiProperty } from '@nestjs/swagger';
import { LegalValueResponse } from '../../flags/context-field/context-field.dto.js';
import {
  DependencyResponse,
  FeatureLinkResponse,
  StrategyResponse,
} from '../../flags/feature/feature.response.js';
import {
  type Enforcement,
  ENFORCEMENTS,
} from '../../flags/feature/payload-schema/payload-schema.dto.js';
import { VariantResponse } from '../../flags/feature/variant/variant.dto.js';
import { TagTypeResponse } from '../../flags/tag/tag.dto.js';
import { OneRequired } from '../../platform/http/validation/property-checks.js';
import { Flag, Text, TextList } from '../../platform/http/validation/shape.decorators.js';

/**
 * What to export. At least one of `features`, `tag` and `project` is required; several are combined
 * with AND.
 */
@OneRequired('features', 'tag', 'project')
export class ExportQueryDto {
  /** Environment whose strategies, variants and states are exported. */
  @Text({ min: 1 })
  environment: string;
  /** Names of features; unknown and archived ones are omitted, and an empty list exports none. */
  @TextList({ optional: true })
  features?: string[];
  /** A tag that features must carry: its value, or `type:value`. */
  @Text({ optional: true, min: 1 })
  tag?: string;
  /** Id of the project of the features. */
  @Text({ optional: true, min: 1 })
  project?: string;
  /** Whether browsers save the response as a file; false by default. */
  @Flag({ optional: true })
  downloadFile?: boolean;
}

/** A feature without its parts. */
export class ExportedFeatureResponse {
  /** Unique name of the feature. */
  name: string;
  /** Description; null when there is none. */
  description: string | null;
  /** Feature type. */
  type: string;
  /** Id of its project. */
  project: string;
  /** Whether the feature is marked as stale. */
  stale: boolean;
  /** Whether SDKs emit impression events. */
  impressionData: boolean;
  /** Always false; archived features are not exported. */
  archived: boolean;
}

/** A feature in the exported environment. */
export class ExportedFeatureEnvironmentResponse {
  /** Name of the feature, as in the reference. */
  name: string;
  /** Name of the feature. */
  featureName: string;
  /** Name of the environment. */
  environment: string;
  /** Whether the feature is on in this environment. */
  enabled: boolean;
  /** The variants in this environment. */
  variants: VariantResponse[];
}

/** A context field used by an exported strategy or variant. */
export class ExportedContextFieldResponse {
  /** Name of the context field. */
  name: string;
  /** Description; null when there is none. */
  description: string | null;
  /** Whether it can be used for stickiness. */
  stickiness: boolean;
  /** Position in lists. */
  @ApiProperty({ type: 'integer' })
  sortOrder: number;
  /** The only values that constraints may use; empty for any. */
  legalValues: LegalValueResponse[];
}

/** A tag of a feature. */
export class ExportedTagResponse {
  /** Name of the feature. */
  featureName: string;
  /** Type of the tag. */
  tagType: string;
  /** Value of the tag. */
  tagValue: string;
}

/**
 * A segment of an exported strategy. Segments are not exported with their constraints; an import
 * finds them by name.
 */
export class ExportedSegmentResponse {
  /** Id used in the exported strategies. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** Unique name of the segment. */
  name: string;
}

/** The dependencies of a feature. */
export class ExportedDependenciesResponse {
  /** Name of the child feature. */
  feature: string;
  /** Its parents with conditions. */
  dependencies: DependencyResponse[];
}

/** The links of a feature. */
export class ExportedLinksResponse {
  /** Name of the feature. */
  feature: string;
  /** Its links, oldest first. */
  links: FeatureLinkResponse[];
}

/** The schema of the payloads of a feature. */
export class ExportedSchemaResponse {
  /** Name of the feature. */
  feature: string;
  /** The JSON Schema. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  schema: object;
  /** Whether payloads that violate it are refused, or only listed. */
  @ApiProperty({ enum: ENFORCEMENTS })
  enforcement: Enforcement;
}

/** Features of one environment with everything they need, in the format of the import. */
export class ExportResponse {
  /** The features, ordered by name. */
  features: ExportedFeatureResponse[];
  /** Their strategies in the environment, in order. */
  featureStrategies: StrategyResponse[];
  /** Their states in the environment. */
  featureEnvironments: ExportedFeatureEnvironmentResponse[];
  /** Context fields that strategies and variants use. */
  contextFields: ExportedContextFieldResponse[];
  /** Their tags. */
  featureTags: ExportedTagResponse[];
  /** Segments that strategies use. */
  segments: ExportedSegmentResponse[];
  /** Types of the tags. */
  tagTypes: TagTypeResponse[];
  /** Dependencies of the features. */
  dependencies: ExportedDependenciesResponse[];
  /** Links of the features that have any; absent when none has. */
  links?: ExportedLinksResponse[];
  /** Schemas of payloads of the features that have one; absent when none has. */
  payloadSchemas?: ExportedSchemaResponse[];
}
