import {
  Decimal,
  Flag,
  ListOf,
  OneOf,
  Text,
  TextMap,
  WholeList,
} from '../../http/validation/shape.decorators.js';
import { StrategyVariantDto } from '../variant.dto.js';
import { ConstraintDto } from '../strategy/constraint.dto.js';

/** A strategy by which the features of a project start in an environment. */
export class DefaultStrategyDto {
  /** The strategy definition; nothing but `flexibleRollout` will do. */
  @OneOf(['flexibleRollout'])
  name: string;
  /** What people call the strategy. */
  @Text({ optional: true, nullable: true })
  title?: string | null;
  /**
   * Kept and shown, but without effect: a feature that is turned on gets a strategy that is active.
   */
  @Flag({ optional: true })
  disabled?: boolean;
  /** Kept and shown, but without effect: the strategy comes behind those that a feature has. */
  @Decimal({ optional: true })
  sortOrder?: number;
  /** Conditions on the context, all of which must hold: at most 30, of at most 250 values each. */
  @ListOf(() => ConstraintDto, { optional: true })
  constraints?: ConstraintDto[];
  /** The variants for those whom the strategy lets through. */
  @ListOf(() => StrategyVariantDto, { optional: true })
  variants?: StrategyVariantDto[];
  /**
   * `rollout` in percent, `stickiness` and `groupId`. An empty or absent `groupId` becomes the name
   * of the feature.
   */
  @TextMap({ optional: true })
  parameters?: Record<string, string>;
  /** Ids of the segments that must match, at most 5: those of the project, or of none. */
  @WholeList({ optional: true })
  segments?: number[];
}
