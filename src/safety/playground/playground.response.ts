import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { ConstraintResponse } from '../../flags/feature/strategy/strategy.dto.js';
import { PayloadResponse, VariantResponse } from '../../flags/feature/variant/variant.dto.js';
import { OmitType } from '../../platform/http/validation/mapped-types.js';
import { CONTEXT_SCHEMA, FLAT_CONTEXT_SCHEMA, PROJECTS_SCHEMA } from './playground.schema.js';

/** A constraint with its result. */
export class EvaluatedConstraintResponse extends OmitType(ConstraintResponse, [
  'inverted',
  'values',
]) {
  /** Whether the result is negated. */
  inverted: boolean;
  /** Values; empty for operators that compare with one. */
  values: string[];
  /** Whether it matches the context. */
  result: boolean;
}

/** A segment with its result. */
export class EvaluatedSegmentResponse {
  /** Id of the segment. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** Name of the segment. */
  name: string;
  /** Whether all of its constraints match. */
  result: boolean;
  /** Its constraints with their results. */
  constraints: EvaluatedConstraintResponse[];
}

/** The variant chosen by a strategy. */
export class StrategyVariantResultResponse {
  /** Name of the variant. */
  name: string;
  /** Always true. */
  enabled: boolean;
  /** Data that is delivered with the variant. */
  payload?: PayloadResponse;
}

/** The result of a strategy. */
export class StrategyResultResponse {
  /**
   * `complete`: evaluated like in SDKs; `incomplete`: a custom strategy that only the application
   * can evaluate; `unevaluated`: disabled, so SDKs ignore it.
   */
  @ApiProperty({ enum: ['complete', 'incomplete', 'unevaluated'] })
  evaluationStatus: 'complete' | 'incomplete' | 'unevaluated';
  /**
   * Whether it is on for the context; `unknown` when it is disabled, or when its constraints and
   * segments match and the rest depends on the application.
   */
  @ApiProperty({ oneOf: [{ type: 'boolean' }, { type: 'string', enum: ['unknown'] }] })
  enabled: boolean | 'unknown';
  /**
   * The chosen variant; null when no variant has weight, absent when there are no variants or the
   * strategy is off for the context.
   */
  variant?: StrategyVariantResultResponse | null;
  /**
   * The variants of the strategy; absent when there are none or the strategy is off for the
   * context.
   */
  variants?: VariantResponse[];
}

/** Links into the reference's user interface. */
export class EvaluatedStrategyLinksResponse {
  /** Path of the form for editing the strategy. */
  edit: string;
}

/** A strategy with its result. */
export class EvaluatedStrategyResponse {
  /** Name of its strategy definition. */
  name: string;
  /** UUID of the strategy. */
  id: string;
  /** Title; absent when there is none. */
  title?: string;
  /** Its result. */
  result: StrategyResultResponse;
  /** Whether it is disabled, and so not evaluated by SDKs. */
  disabled: boolean;
  /** Its segments with their results. */
  segments: EvaluatedSegmentResponse[];
  /** Its constraints with their results. */
  constraints: EvaluatedConstraintResponse[];
  /** Parameters by name. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  parameters: Record<string, string>;
  /** Links into the user interface. */
  links: EvaluatedStrategyLinksResponse;
}

/** The results of the strategies of a feature. */
export class EvaluatedStrategiesResponse {
  /**
   * True when a strategy is on for the context; `unknown` when none is but one is unknown, such as
   * a disabled one. Without strategies, whether the feature is on in the environment; with them,
   * independent of that.
   */
  @ApiProperty({ oneOf: [{ type: 'boolean' }, { type: 'string', enum: ['unknown'] }] })
  result: boolean | 'unknown';
  /** The strategies in evaluation order. */
  data: EvaluatedStrategyResponse[];
}

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
