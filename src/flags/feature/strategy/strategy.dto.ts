import { PartialType } from '../../../platform/http/validation/mapped-types.js';
import {
  Flag,
  Int,
  INT4,
  IntList,
  ListOf,
  OneOf,
  Text,
  TextList,
  TextMap,
} from '../../../platform/http/validation/shape.decorators.js';
import { RefuseUnknown } from '../../../platform/http/validation/unknown-keys.js';
import { FeatureEnvironmentParams } from '../feature.dto.js';
import { StrategyVariantDto, StrategyVariantResponse } from '../variant/variant.dto.js';
import { type Operator, OPERATORS } from './operators.js';
import { ApiProperty } from '@nestjs/swagger';

/** A strategy of a feature environment in a path. */
export class StrategyParams extends FeatureEnvironmentParams {
  /** UUID of the strategy. */
  strategyId: string;
}

/** Whether a text is a valid strategy id; otherwise no strategy has it. */
export function isStrategyId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** A condition on the context of an evaluation. */
@RefuseUnknown()
export class ConstraintDto {
  /** Name of an existing context field. */
  @Text({ min: 1 })
  contextName: string;
  /** Comparison operator. */
  @OneOf(OPERATORS)
  operator: Operator;
  /** Whether letter case is ignored; false by default. */
  @Flag({ optional: true })
  caseInsensitive?: boolean;
  /** Whether the result is negated; false by default. */
  @Flag({ optional: true })
  inverted?: boolean;
  /** Values of 1 to 100 characters, for operators that compare with several. */
  @TextList({ optional: true })
  values?: string[];
  /** Value, for operators that compare with one. */
  @Text({ optional: true })
  value?: string;
}

/** A strategy to add to a feature in an environment. */
export class CreateStrategyDto {
  /** Name of its strategy definition. */
  @Text({ min: 1 })
  name: string;
  /** Title; null for none, the default of a new strategy. */
  @Text({ optional: true, nullable: true })
  title?: string | null;
  /**
   * Whether it is disabled; disabled strategies are not evaluated and not sent to SDKs. False for a
   * new strategy by default.
   */
  @Flag({ optional: true, nullable: true })
  disabled?: boolean | null;
  /**
   * Position of a new strategy among those of the feature in the environment; last by default.
   * Several strategies may have the same position.
   */
  @Int({ optional: true, ...INT4 })
  sortOrder?: number;
  /**
   * Constraints, all of which must match: at most 30, with at most 250 values each; none when
   * omitted.
   */
  @ListOf(() => ConstraintDto, { optional: true })
  constraints?: ConstraintDto[];
  /** Variants of the strategy; none when omitted. */
  @ListOf(() => StrategyVariantDto, { optional: true })
  variants?: StrategyVariantDto[];
  /**
   * Parameters by name. For `flexibleRollout`, missing ones default to 100 %, the project's
   * stickiness, and the feature name as group id. A null is an empty text.
   */
  @TextMap({ optional: true, emptyIfNull: true })
  parameters?: Record<string, string>;
  /** Ids of the segments that must match: at most 5; a new strategy has none by default. */
  @IntList({ optional: true })
  segments?: number[];
}

/**
 * New content of a strategy. Omitted constraints and variants are cleared; other omitted properties
 * stay. The position is ignored, because it is set for all strategies together.
 */
export class UpdateStrategyDto extends PartialType(CreateStrategyDto) {}

/** The position of a strategy. */
@RefuseUnknown()
export class StrategyPositionDto {
  /** UUID of the strategy; ignored when it does not belong to this feature and environment. */
  @Text()
  id: string;
  /** Position; the lowest comes first. */
  @Int(INT4)
  sortOrder: number;
}

/** A condition on the context of an evaluation. */
export class ConstraintResponse {
  /** Name of the context field. */
  contextName: string;
  /** Comparison operator. */
  @ApiProperty({ enum: OPERATORS })
  operator: string;
  /** Whether letter case is ignored; false when absent. */
  caseInsensitive?: boolean;
  /** Whether the result is negated; false when absent. */
  inverted?: boolean;
  /** Values, for operators that compare with several. */
  values?: string[];
  /** Value, for operators that compare with one. */
  value?: string;
}

/** An activation strategy of a feature in one environment. */
export class StrategyResponse {
  /** UUID of the strategy. */
  id: string;
  /** Name of its strategy definition. */
  name: string;
  /** Title; null when there is none. */
  title: string | null;
  /** Whether it is disabled; disabled strategies are not evaluated and not sent to SDKs. */
  disabled: boolean;
  /** Name of the feature; absent within a feature, as in the reference. */
  featureName?: string;
  /** Position among the strategies of the feature in the environment. */
  @ApiProperty({ type: 'integer' })
  sortOrder: number;
  /** Ids of segments, all of which must match. */
  @ApiProperty({ type: 'integer', isArray: true })
  segments?: number[];
  /** Constraints, all of which must match. */
  constraints: ConstraintResponse[];
  /** Variants of the strategy. */
  variants: StrategyVariantResponse[];
  /** Parameters by name. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  parameters: Record<string, string>;
  /** UUID of the milestone of a release plan to which it belongs; absent for all others. */
  @ApiProperty({ required: false, format: 'uuid' })
  milestoneId?: string;
}

/** A strategy, as a user of a segment or context field. */
export class StrategyUseResponse {
  /** UUID of the strategy. */
  id: string;
  /** Id of the project. */
  projectId: string;
  /** Name of the feature. */
  featureName: string;
  /** Name of its strategy definition. */
  strategyName: string;
  /** Name of the environment. */
  environment: string;
}
