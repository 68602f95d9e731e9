import { ApiProperty } from '@nestjs/swagger';
import { StrategyVariantResponse } from '../variant.response.js';
import { ConstraintResponse } from '../strategy.response.js';

/** The default strategy as it was set, without defaults. */
export class DefaultStrategyResponse {
  /** Strategy definition; always `flexibleRollout`. */
  name: string;
  /** Title of the strategy. */
  title?: string | null;
  /** Without effect. */
  disabled?: boolean;
  /** Without effect. */
  sortOrder?: number;
  /** Constraints, all of which must match. */
  constraints?: ConstraintResponse[];
  /** Variants of the strategy. */
  variants?: StrategyVariantResponse[];
  /** `rollout` in percent, `stickiness` and `groupId`. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  parameters?: Record<string, string>;
  /** Ids of segments, all of which must match. */
  @ApiProperty({ type: 'integer', isArray: true })
  segments?: number[];
}
