import { PickType } from '../../../platform/http/validation/mapped-types.js';
import { Decimal, Flag, OneOf } from '../../../platform/http/validation/shape.decorators.js';
import { CreateStrategyDto } from '../strategy/strategy.dto.js';

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
