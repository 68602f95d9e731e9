import {
  Flag,
  ListOf,
  Text,
  TextMap,
  Int,
  INT4,
  IntList,
} from '../../http/validation/shape.decorators.js';
import { PartialType } from '../../http/validation/mapped-types.js';
import { RefuseUnknown } from '../../http/validation/unknown-keys.js';
import { StrategyVariantDto } from '../variant.dto.js';
import { ConstraintDto } from './constraint.dto.js';

/** A strategy to be added to a feature in an environment. */
export class CreateStrategyDto {
  /** The strategy definition that it follows. */
  @Text({ min: 1 })
  name: string;
  /** What people call it; null for nothing, which a new strategy has by default. */
  @Text({ optional: true, nullable: true })
  title?: string | null;
  /** Whether it is left out of evaluation and of what SDKs get; a new one is not by default. */
  @Flag({ optional: true, nullable: true })
  disabled?: boolean | null;
  /**
   * Position of a new strategy among those of the feature in the environment; behind the last one by
   * default. Several may have the same.
   */
  @Int({ optional: true, ...INT4 })
  sortOrder?: number;
  /**
   * The constraints, all of which must hold: at most 30, of at most 250 values each; none when left
   * out.
   */
  @ListOf(() => ConstraintDto, { optional: true })
  constraints?: ConstraintDto[];
  /** The variants for those whom it lets through; none when left out. */
  @ListOf(() => StrategyVariantDto, { optional: true })
  variants?: StrategyVariantDto[];
  /**
   * What the definition asks for, by name. Of `flexibleRollout`, what is missing is filled in:
   * everybody, the project's stickiness, the feature's name.
   */
  @TextMap({ optional: true })
  parameters?: Record<string, string>;
  /** Ids of the segments that must match: at most 5; a new strategy has none by default. */
  @IntList({ optional: true })
  segments?: number[];
}

/**
 * What replaces a strategy. Constraints and variants that are left out are cleared; everything else
 * that is left out stays. The position has no effect: it is set for all strategies together.
 */
export class UpdateStrategyDto extends PartialType(CreateStrategyDto) {}

/** Where a strategy comes among the strategies of its feature in the environment. */
@RefuseUnknown()
export class StrategyPositionDto {
  /** UUID of the strategy; one that is not of this feature and environment has no effect. */
  @Text()
  id: string;
  /** Its position: the lowest comes first. */
  @Int(INT4)
  sortOrder: number;
}
