import { ApiProperty } from '@nestjs/swagger';
import { ConstraintResponse } from '../feature/strategy.response.js';
import { PayloadResponse, VariantResponse } from '../feature/variant.response.js';

/** A condition, and whether it holds. */
export class EvaluatedConstraintResponse extends ConstraintResponse {
  /** Whether it holds for the context. */
  result: boolean;
}

/** A segment, and whether the context belongs to it. */
export class EvaluatedSegmentResponse {
  /** Id of the segment. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** Name of the segment. */
  name: string;
  /** Whether all of its constraints hold. */
  result: boolean;
  /** Its constraints, each with whether it holds. */
  constraints: EvaluatedConstraintResponse[];
}

/** The variant that a strategy gives. */
export class StrategyVariantResultResponse {
  /** Name of the variant. */
  name: string;
  /** Always true. */
  enabled: boolean;
  /** Data that comes along. */
  payload?: PayloadResponse;
}

/** What a strategy decides. */
export class StrategyResultResponse {
  /**
   * `complete`: as SDKs decide; `incomplete`: not known here, as only the application can say;
   * `unevaluated`: disabled, so SDKs do not look at it.
   */
  @ApiProperty({ enum: ['complete', 'incomplete', 'unevaluated'] })
  evaluationStatus: 'complete' | 'incomplete' | 'unevaluated';
  /**
   * Whether it lets the context through; `unknown` when its constraints and segments do and the
   * rest is up to the application.
   */
  @ApiProperty({ oneOf: [{ type: 'boolean' }, { type: 'string', enum: ['unknown'] }] })
  enabled: boolean | 'unknown';
  /**
   * The variant that it gives; null when none has any weight, absent when it has no variants or
   * does not let the context through.
   */
  variant?: StrategyVariantResultResponse | null;
  /**
   * The variants among which it chose; absent when it has none or does not let the context through.
   */
  variants?: VariantResponse[];
}

/** Where something is to be found in the web page. */
export class EvaluatedStrategyLinksResponse {
  /** Path of the form in which the strategy can be changed. */
  edit: string;
}

/** A strategy, what it decides and why. */
export class EvaluatedStrategyResponse {
  /** The strategy definition that it follows. */
  name: string;
  /** UUID of the strategy. */
  id: string;
  /** What people call it; absent when nobody said. */
  title?: string;
  /** What it decides. */
  result: StrategyResultResponse;
  /** Whether it is left out of evaluation. */
  disabled: boolean;
  /** Its segments, each with whether the context belongs to it. */
  segments: EvaluatedSegmentResponse[];
  /** Its constraints, each with whether it holds. */
  constraints: EvaluatedConstraintResponse[];
  /** What the definition asks for, by name. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  parameters: Record<string, string>;
  /** Where it can be changed. */
  links: EvaluatedStrategyLinksResponse;
}

/** What the strategies of a feature decide together, and each by itself. */
export class EvaluatedStrategiesResponse {
  /**
   * True when one of them lets the context through or there are none; `unknown` when none does but
   * one of them may. The switch of the environment does not count here.
   */
  @ApiProperty({ oneOf: [{ type: 'boolean' }, { type: 'string', enum: ['unknown'] }] })
  result: boolean | 'unknown';
  /** The strategies in the order in which SDKs try them. */
  data: EvaluatedStrategyResponse[];
}
