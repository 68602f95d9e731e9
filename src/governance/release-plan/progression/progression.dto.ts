import { FeatureEnvironmentParams } from '../../../flags/feature/feature.dto.js';
import { Part, Text } from '../../../platform/http/validation/shape.decorators.js';
import { TransitionConditionDto } from '../milestone.dto.js';
import { PlanParams } from '../plan/plan.dto.js';

/** The milestone of a release plan that another one follows, in a path. */
export class ProgressionParams extends FeatureEnvironmentParams {
  /** UUID of the milestone. */
  sourceMilestoneId: string;
}

/** A safeguard of a release plan in a path. */
export class SafeguardParams extends PlanParams {
  /** UUID of the safeguard. */
  safeguardId: string;
}

/** When a milestone is followed by the next one. */
export class ProgressionDto {
  /** UUID of the milestone that follows, which is the next one; it may be omitted. */
  @Text({ optional: true, max: 100 })
  targetMilestone?: string;
  /** When it follows. */
  @Part(() => TransitionConditionDto)
  transitionCondition: TransitionConditionDto;
}
