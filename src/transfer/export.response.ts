import { ApiProperty } from '@nestjs/swagger';
import { LegalValueResponse } from '../context-field/context-field.response.js';
import { DependencyResponse, StrategyResponse } from '../feature/feature.response.js';
import { VariantResponse } from '../feature/variant.response.js';

/** A feature alone. */
export class ExportedFeatureResponse {
  /** Unique name of the feature. */
  name: string;
  /** What the feature is about; null when nobody said. */
  description: string | null;
  /** Kind of flag. */
  type: string;
  /** Id of the project that it was exported from. */
  project: string;
  /** Whether it is marked as stale. */
  stale: boolean;
  /** Whether SDKs collect impression data. */
  impressionData: boolean;
  /** Always false: archived features are not exported. */
  archived: boolean;
}

/** A feature in the environment that was exported. */
export class ExportedFeatureEnvironmentResponse {
  /** Name of the feature, as in the reference. */
  name: string;
  /** Name of the feature. */
  featureName: string;
  /** Name of the environment. */
  environment: string;
  /** Whether the feature is on there. */
  enabled: boolean;
  /** The variants of the feature there. */
  variants: VariantResponse[];
}

/** A context field that an exported strategy or variant uses. */
export class ExportedContextFieldResponse {
  /** Name by which SDKs send it. */
  name: string;
  /** What it is about; may be empty. */
  description: string;
  /** Whether a gradual rollout can go by it. */
  stickiness: boolean;
  /** Position where people choose. */
  @ApiProperty({ type: 'integer' })
  sortOrder: number;
  /** The only values that constraints may compare with; any when empty. */
  legalValues: LegalValueResponse[];
}

/** That a feature carries a tag. */
export class ExportedTagResponse {
  /** Name of the feature. */
  featureName: string;
  /** The tag's type. */
  tagType: string;
  /** Value of the tag. */
  tagValue: string;
}

/**
 * A segment that an exported strategy has. Segments themselves are not part of an export: an import
 * finds them by their name.
 */
export class ExportedSegmentResponse {
  /** Id by which the exported strategies name it. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** Unique name of the segment. */
  name: string;
}

/** The type of an exported tag. */
export class ExportedTagTypeResponse {
  /** Unique name of the tag type. */
  name: string;
  /** What tags of this type are about; absent when nobody said. */
  description?: string;
  /** What stands for the type where there is little room; absent when nobody chose one. */
  icon?: string;
}

/** The features that a feature depends on. */
export class ExportedDependenciesResponse {
  /** Name of the feature that depends on others. */
  feature: string;
  /** Its parents, and under which conditions. */
  dependencies: DependencyResponse[];
}

/** Features as they are in one environment, with what they need: what an import takes. */
export class ExportResponse {
  /** The features, ordered by name. */
  features: ExportedFeatureResponse[];
  /** Their strategies in the environment, in their order. */
  featureStrategies: StrategyResponse[];
  /** How they stand in the environment. */
  featureEnvironments: ExportedFeatureEnvironmentResponse[];
  /** The context fields that their strategies and variants use. */
  contextFields: ExportedContextFieldResponse[];
  /** Their tags. */
  featureTags: ExportedTagResponse[];
  /** The segments that their strategies have. */
  segments: ExportedSegmentResponse[];
  /** The types of their tags. */
  tagTypes: ExportedTagTypeResponse[];
  /** Which of them depend on which features. */
  dependencies: ExportedDependenciesResponse[];
}
