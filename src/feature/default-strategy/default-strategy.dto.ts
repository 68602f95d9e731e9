import { PickType } from '../../http/validation/mapped-types.js';
import { Decimal, Flag, OneOf } from '../../http/validation/shape.decorators.js';
import { CreateStrategyDto } from '../strategy/strategy.dto.js';

/** A strategy by which the features of a project start in an environment. */
export class DefaultStrategyDto extends PickType(CreateStrategyDto, [
  'title',
  'constraints',
  'variants',
  'parameters',
  'segments',
]) {
  /** The strategy definition; nothing but `flexibleRollout` will do. */
  @OneOf(['flexibleRollout'])
  name: string;
  /**
   * Kept and shown, but without effect: a feature that is turned on gets a strategy that is active.
   */
  @Flag({ optional: true })
  disabled?: boolean;
  /** Kept and shown, but without effect: the strategy comes behind those that a feature has. */
  @Decimal({ optional: true })
  sortOrder?: number;
}
