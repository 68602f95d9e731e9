import { ApiProperty } from '@nestjs/swagger';
import { StrategyVariantResponse } from '../variant/variant.dto.js';
import { OPERATORS } from './operators.js';

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
