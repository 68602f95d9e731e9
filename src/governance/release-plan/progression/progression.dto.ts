import { Part, Text } from '../../../platform/http/validation/shape.decorators.js';
import { TransitionConditionDto } from '../milestone.dto.js';

/** When a milestone is followed by the next one. */
export class ProgressionDto {
  /** UUID of the milestone that follows, which is the next one; it may be omitted. */
  @Text({ optional: true, max: 100 })
  targetMilestone?: string;
  /** When it follows. */
  @Part(() => TransitionConditionDto)
  transitionCondition: TransitionConditionDto;
}
