import { ApiProperty } from '@nestjs/swagger';
import { OmitType } from '../../platform/http/validation/mapped-types.js';
import { ConstraintResponse } from '../../flags/feature/strategy.response.js';
import { PayloadResponse, VariantResponse } from '../../flags/feature/variant/variant.dto.js';

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
   * Whether it is on for the context; `unknown` when its constraints and segments match and the
   * rest depends on the application.
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
   * True when a strategy is on for the context or there are none; `unknown` when none is but one is
   * unknown. Independent of whether the feature is on in the environment.
   */
  @ApiProperty({ oneOf: [{ type: 'boolean' }, { type: 'string', enum: ['unknown'] }] })
  result: boolean | 'unknown';
  /** The strategies in evaluation order. */
  data: EvaluatedStrategyResponse[];
}
