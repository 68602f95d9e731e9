import {
  Flag,
  ListOf,
  Text,
  TextMap,
  Whole,
  WholeList,
} from '../../http/validation/shape.decorators.js';
import { RefuseUnknown } from '../../http/validation/unknown-keys.js';
import { StrategyVariantDto } from '../variant.dto.js';
import { ConstraintDto } from './constraint.dto.js';

/** Positions are PostgreSQL integers. */
const POSITION = { min: -2_147_483_648, max: 2_147_483_647 };

/** A strategy to be added to a feature in an environment. */
export class CreateStrategyDto {
  /** The strategy definition that it follows. */
  @Text({ min: 1 })
  name: string;
  /** What people call it; null by default. */
  @Text({ optional: true, nullable: true })
  title?: string | null;
  /** Whether it is left out of evaluation, and not given to SDKs; false by default. */
  @Flag({ optional: true, nullable: true })
  disabled?: boolean | null;
  /**
   * Position among the strategies of the feature in the environment; behind the last one by
   * default. Several may have the same.
   */
  @Whole({ optional: true, ...POSITION })
  sortOrder?: number;
  /**
   * The constraints, all of which must hold: at most 30, of at most 250 values each; none by
   * default.
   */
  @ListOf(() => ConstraintDto, { optional: true })
  constraints?: ConstraintDto[];
  /** The variants for those whom it lets through; none by default. */
  @ListOf(() => StrategyVariantDto, { optional: true })
  variants?: StrategyVariantDto[];
  /**
   * What the definition asks for, by name. Of `flexibleRollout`, what is missing is filled in:
   * everybody, the project's stickiness, the feature's name.
   */
  @TextMap({ optional: true })
  parameters?: Record<string, string>;
  /** Ids of the segments that must match: at most 5; none by default. */
  @WholeList({ optional: true })
  segments?: number[];
}

/**
 * What replaces a strategy. Constraints and variants that are left out are cleared; everything else
 * that is left out stays.
 */
export class UpdateStrategyDto {
  /** The strategy definition that it follows; stays when left out. */
  @Text({ optional: true, min: 1 })
  name?: string;
  /** What people call it; stays when left out. */
  @Text({ optional: true, nullable: true })
  title?: string | null;
  /** Whether it is left out of evaluation, and not given to SDKs; stays when left out. */
  @Flag({ optional: true, nullable: true })
  disabled?: boolean | null;
  /** Has no effect: positions are set for all strategies together. */
  @Whole({ optional: true, ...POSITION })
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
  /** What the definition asks for, by name: replaces all of them; they stay when left out. */
  @TextMap({ optional: true })
  parameters?: Record<string, string>;
  /** Ids of the segments that must match: at most 5; they stay when left out. */
  @WholeList({ optional: true })
  segments?: number[];
}

/** Where a strategy comes among the strategies of its feature in the environment. */
@RefuseUnknown()
export class StrategyPositionDto {
  /** UUID of the strategy; one that is not of this feature and environment has no effect. */
  @Text()
  id: string;
  /** Its position: the lowest comes first. */
  @Whole(POSITION)
  sortOrder: number;
}
