import { UpdateStrategyDto } from '../../../flags/feature/strategy/strategy.dto.js';
import { VariantDto } from '../../../flags/feature/variant/variant.dto.js';
import { SegmentDto } from '../../../flags/segment/segment.dto.js';
import {
  Flag,
  Int,
  INT4_FROM_0,
  ListOf,
  Part,
  Text,
} from '../../../platform/http/validation/shape.decorators.js';
import {
  TransitionConditionDto,
  UpdateMilestoneStrategyDto,
} from '../../release-plan/release-plan.dto.js';
import { SafeguardDto } from '../../release-plan/safeguard/safeguard.dto.js';

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

/** A release plan. */
export class PlanIdPayload {
  /** UUID of the plan. */
  @Text({ max: 100 })
  planId: string;
}

/** A milestone to start. */
export class MilestoneIdPayload extends PlanIdPayload {
  /** UUID of the milestone. */
  @Text({ max: 100 })
  milestoneId: string;
}

/** New content of a strategy of a milestone. */
export class MilestoneStrategyPayload extends UpdateMilestoneStrategyDto {
  /** UUID of the strategy. */
  @Text({ max: 100 })
  id: string;
}

/** The milestone that another one follows. */
export class SourceMilestonePayload {
  /** UUID of the milestone. */
  @Text({ max: 100 })
  sourceMilestone: string;
}

/** When a milestone is followed by the next one. */
export class ProgressionPayload extends SourceMilestonePayload {
  /** UUID of the next milestone. */
  @Text({ max: 100 })
  targetMilestone: string;
  /** When it follows. */
  @Part(() => TransitionConditionDto)
  transitionCondition: TransitionConditionDto;
}

/** A safeguard to set. */
export class SafeguardPayload extends PlanIdPayload {
  /** The safeguard. */
  @Part(() => SafeguardDto)
  safeguard: SafeguardDto;
}

/** A safeguard to remove. */
export class SafeguardIdPayload extends PlanIdPayload {
  /** UUID of the safeguard. */
  @Text({ max: 100 })
  safeguardId: string;
}
