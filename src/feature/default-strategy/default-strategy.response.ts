import { ApiProperty } from '@nestjs/swagger';
import { StrategyVariantResponse } from '../variant.response.js';
import { ConstraintResponse } from '../strategy.response.js';

/**
 * By which strategy the features of a project start in an environment: what was set, and nothing
 * else.
 */
export class DefaultStrategyResponse {
  /** The strategy definition, always `flexibleRollout`. */
  name: string;
  /** What people call the strategy. */
  title?: string | null;
  /** Without effect. */
  disabled?: boolean;
  /** Without effect. */
  sortOrder?: number;
  /** Conditions on the context, all of which must hold. */
  constraints?: ConstraintResponse[];
  /** The variants for those whom the strategy lets through. */
  variants?: StrategyVariantResponse[];
  /** `rollout` in percent, `stickiness` and `groupId`. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  parameters?: Record<string, string>;
  /** Ids of the segments that must match. */
  @ApiProperty({ type: 'integer', isArray: true })
  segments?: number[];
}
