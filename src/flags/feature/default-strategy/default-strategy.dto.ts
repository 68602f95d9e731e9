import { ApiProperty } from '@nestjs/swagger';
import { PickType } from '../../../platform/http/validation/mapped-types.js';
import { Decimal, Flag, OneOf } from '../../../platform/http/validation/shape.decorators.js';
import { ConstraintResponse, CreateStrategyDto } from '../strategy/strategy.dto.js';
import { StrategyVariantResponse } from '../variant/variant.dto.js';

/** A default strategy. */
export class DefaultStrategyDto extends PickType(CreateStrategyDto, [
  'title',
  'constraints',
  'variants',
  'parameters',
  'segments',
]) {
  /** Strategy definition; only `flexibleRollout` is allowed. */
  @OneOf(['flexibleRollout'])
  name: string;
  /** Stored without effect, because the added strategy is always enabled. */
  @Flag({ optional: true })
  disabled?: boolean;
  /** Stored without effect, because the strategy is added last. */
  @Decimal({ optional: true })
  sortOrder?: number;
}

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
