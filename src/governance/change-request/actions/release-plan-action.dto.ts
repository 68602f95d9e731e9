import { Part, Text } from '../../../platform/http/validation/shape.decorators.js';
import {
  TransitionConditionDto,
  UpdateMilestoneStrategyDto,
} from '../../release-plan/milestone.dto.js';
import { SafeguardDto } from '../../release-plan/safeguard/safeguard.dto.js';

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
