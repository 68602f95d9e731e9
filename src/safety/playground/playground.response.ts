import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { PayloadResponse, VariantResponse } from '../../flags/feature/variant/variant.dto.js';
import { EvaluatedStrategiesResponse } from './evaluated-strategy.response.js';
import { CONTEXT_SCHEMA, FLAT_CONTEXT_SCHEMA, PROJECTS_SCHEMA } from './playground.schema.js';

/** The variant for the context. */
export class FeatureVariantResponse {
  /** Name of the variant; `disabled` when there is none. */
  name: string;
  /** Whether there is a variant. */
  enabled: boolean;
  /** Data that is delivered with the variant. */
  payload?: PayloadResponse;
  /** Whether the feature is on. */
  feature_enabled: boolean;
  /** The same, by its older name. */
  @ApiProperty({ deprecated: true })
  featureEnabled: boolean;
}

/** The result of a feature in one environment. */
class PlaygroundResult {
  /** Unique name of the feature. */
  name: string;
  /** Id of the project of the feature. */
  projectId: string;
  /**
   * Whether the feature is on for the context, as evaluated by SDKs. Custom strategies count as
   * off.
   */
  isEnabled: boolean;
  /** Whether the feature is on in the environment. */
  isEnabledInCurrentEnvironment: boolean;
  /** Whether a parent feature does not have the required state in the environment. */
  hasUnsatisfiedDependency: boolean;
  /** The variant for the context. */
  variant: FeatureVariantResponse;
  /** The variants it was chosen from: those of the deciding strategy or of the feature. */
  variants: VariantResponse[];
  /** The results of the strategies. */
  strategies: EvaluatedStrategiesResponse;
}

/** The result of a feature. */
export class PlaygroundFeatureResponse extends PlaygroundResult {}

/** The request. */
export class PlaygroundInputResponse {
  /** Name of the environment. */
  environment: string;
  /** The requested projects; absent when not given, which means all. */
  @ApiProperty(PROJECTS_SCHEMA)
  projects?: string[] | '*';
  /** The context. */
  @ApiProperty(CONTEXT_SCHEMA)
  context: Record<string, unknown>;
}

/** Results of features in one environment. */
export class PlaygroundResponse {
  /** The request. */
  input: PlaygroundInputResponse;
  /** The features, oldest first. */
  features: PlaygroundFeatureResponse[];
}

/** The result of a feature for one context in one environment. */
export class AdvancedPlaygroundResultResponse extends PlaygroundResult {
  /** Name of the environment. */
  environment: string;
  /** The context, with properties merged into its fields. */
  @ApiProperty(FLAT_CONTEXT_SCHEMA)
  context: Record<string, string>;
}

/** Results of a feature for several contexts in several environments. */
@ApiExtraModels(AdvancedPlaygroundResultResponse)
export class AdvancedPlaygroundFeatureResponse {
  /** Unique name of the feature. */
  name: string;
  /** Id of the project of the feature. */
  projectId: string;
  /** Results for each context, by environment. */
  @ApiProperty({
    type: 'object',
    additionalProperties: {
      type: 'array',
      items: { $ref: getSchemaPath(AdvancedPlaygroundResultResponse) },
    },
  })
  environments: Record<string, AdvancedPlaygroundResultResponse[]>;
}

/** The request. */
export class AdvancedPlaygroundInputResponse {
  /** Names of the environments. */
  environments: string[];
  /** The requested projects; absent when not given, which means all. */
  @ApiProperty(PROJECTS_SCHEMA)
  projects?: string[] | '*';
  /** The context with comma-separated values. */
  @ApiProperty(CONTEXT_SCHEMA)
  context: Record<string, unknown>;
}

/** Ignored parts of the request. */
export class PlaygroundWarningsResponse {
  /** Context fields that were ignored because their values are not texts. */
  invalidContextProperties?: string[];
}

/** Results of features for several contexts in several environments. */
export class AdvancedPlaygroundResponse {
  /** The request. */
  input: AdvancedPlaygroundInputResponse;
  /** The features, oldest first. */
  features: AdvancedPlaygroundFeatureResponse[];
  /** Ignored parts of the request; absent when there are none. */
  warnings?: PlaygroundWarningsResponse;
}
