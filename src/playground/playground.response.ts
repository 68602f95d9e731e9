import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { PayloadResponse, VariantResponse } from '../feature/variant.response.js';
import { EvaluatedStrategiesResponse } from './evaluated-strategy.response.js';
import { CONTEXT_SCHEMA, FLAT_CONTEXT_SCHEMA, PROJECTS_SCHEMA } from './playground.schema.js';

/** The variant of a feature that the context gets. */
export class FeatureVariantResponse {
  /** Name of the variant; `disabled` when there is none. */
  name: string;
  /** Whether there is a variant. */
  enabled: boolean;
  /** Data that comes along. */
  payload?: PayloadResponse;
  /** Whether the feature is on. */
  feature_enabled: boolean;
}

/** What the context gets of a feature in one environment. */
class PlaygroundResult {
  /** Unique name of the feature. */
  name: string;
  /** Id of the project that the feature belongs to. */
  projectId: string;
  /**
   * Whether the feature is on for the context, as SDKs decide. Strategies that SDKs may know and
   * this service does not count as off.
   */
  isEnabled: boolean;
  /** Whether the feature is turned on in the environment. */
  isEnabledInCurrentEnvironment: boolean;
  /** The variant that the context gets. */
  variant: FeatureVariantResponse;
  /**
   * The variants among which it was chosen: those of the deciding strategy, or the feature's own.
   */
  variants: VariantResponse[];
  /** What the strategies decide, and why. */
  strategies: EvaluatedStrategiesResponse;
}

/** What the context gets of a feature. */
export class PlaygroundFeatureResponse extends PlaygroundResult {
  /** Whether a feature that it depends on is not as it has to be. */
  hasUnsatisfiedDependency: boolean;
}

/** What was asked. */
export class PlaygroundInputResponse {
  /** The environment. */
  environment: string;
  /** The projects; absent when none were named, which means all. */
  @ApiProperty(PROJECTS_SCHEMA)
  projects?: string[] | '*';
  /** The context. */
  @ApiProperty(CONTEXT_SCHEMA)
  context: Record<string, unknown>;
}

/** What a context gets of features in one environment. */
export class PlaygroundResponse {
  /** What was asked. */
  input: PlaygroundInputResponse;
  /** The features, oldest first. */
  features: PlaygroundFeatureResponse[];
}

/** What one of several contexts gets of a feature in one of several environments. */
export class AdvancedPlaygroundResultResponse extends PlaygroundResult {
  /** The environment. */
  environment: string;
  /** The context, its properties standing among its fields. */
  @ApiProperty(FLAT_CONTEXT_SCHEMA)
  context: Record<string, string>;
}

/** What several contexts get of a feature in several environments. */
@ApiExtraModels(AdvancedPlaygroundResultResponse)
export class AdvancedPlaygroundFeatureResponse {
  /** Unique name of the feature. */
  name: string;
  /** Id of the project that the feature belongs to. */
  projectId: string;
  /** By name of environment: what each context gets. */
  @ApiProperty({
    type: 'object',
    additionalProperties: {
      type: 'array',
      items: { $ref: getSchemaPath(AdvancedPlaygroundResultResponse) },
    },
  })
  environments: Record<string, AdvancedPlaygroundResultResponse[]>;
}

/** What was asked. */
export class AdvancedPlaygroundInputResponse {
  /** The environments. */
  environments: string[];
  /** The projects; absent when none were named, which means all. */
  @ApiProperty(PROJECTS_SCHEMA)
  projects?: string[] | '*';
  /** The context, several values parted by commas. */
  @ApiProperty(CONTEXT_SCHEMA)
  context: Record<string, unknown>;
}

/** What could not be used of what was asked. */
export class PlaygroundWarningsResponse {
  /** Fields of the context that were passed over, as their values are no texts. */
  invalidContextProperties?: string[];
}

/** What several contexts get of features in several environments. */
export class AdvancedPlaygroundResponse {
  /** What was asked. */
  input: AdvancedPlaygroundInputResponse;
  /** The features, oldest first. */
  features: AdvancedPlaygroundFeatureResponse[];
  /** What could not be used; absent when everything could. */
  warnings?: PlaygroundWarningsResponse;
}
