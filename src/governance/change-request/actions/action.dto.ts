import { UpdateStrategyDto } from '../../../flags/feature/strategy/strategy.dto.js';
import { VariantDto } from '../../../flags/feature/variant/variant.dto.js';
import {
  Flag,
  Int,
  INT4_FROM_0,
  ListOf,
  Text,
} from '../../../platform/http/validation/shape.decorators.js';
import { SegmentDto } from '../../../flags/segment/segment.dto.js';

/** Whether a feature is to be on. */
export class EnabledPayload {
  /** Whether it is to be on. */
  @Flag()
  enabled: boolean;
  /** Whether disabled strategies are enabled when no strategy is active. */
  @Flag({ optional: true })
  shouldActivateDisabledStrategies?: boolean;
}

/** The new content of a strategy. */
export class StrategyPayload extends UpdateStrategyDto {
  /** UUID of the strategy. */
  @Text()
  id: string;
}

/** A strategy. */
export class StrategyIdPayload {
  /** UUID of the strategy. */
  @Text()
  id: string;
}

/** The variants of a feature in the environment. */
export class VariantsPayload {
  /** The variants. */
  @ListOf(() => VariantDto)
  variants: VariantDto[];
}

/** The new content of a segment. */
export class SegmentPayload extends SegmentDto {
  /** Id of the segment. */
  @Int(INT4_FROM_0)
  id: number;
}

/** A segment. */
export class SegmentIdPayload {
  /** Id of the segment. */
  @Int(INT4_FROM_0)
  id: number;
}

/** No input. */
export class NoPayload {}
