import {
  Int,
  INT4_FROM_0,
  ListOf,
  Part,
  Text,
} from '../../platform/http/validation/shape.decorators.js';
import { OmitType } from '../../platform/http/validation/mapped-types.js';
import { RefuseUnknown } from '../../platform/http/validation/unknown-keys.js';
import { CreateStrategyDto } from '../../flags/feature/strategy/strategy.dto.js';
import { MAX_STRATEGIES } from '../../flags/feature/feature.errors.js';

/** Longest time after which a milestone follows another, in minutes: a year. */
const MAX_MINUTES = 525_600;

/** When the next milestone follows. */
@RefuseUnknown()
export class TransitionConditionDto {
  /** Minutes after the start of the milestone, 1 to 525,600. */
  @Int({ min: 1, max: MAX_MINUTES })
  intervalMinutes: number;
}

/** A strategy of a milestone. */
export class MilestoneStrategyDto extends OmitType(CreateStrategyDto, ['name']) {
  /** UUID of a strategy that the milestone has already; a new one gets its own. */
  @Text({ optional: true, max: 100 })
  id?: string;
  /** Name of its strategy definition. */
  @Text({ min: 1 })
  strategyName: string;
}

/** New content of a strategy of a milestone. Omitted properties and the position stay. */
export class UpdateMilestoneStrategyDto extends OmitType(CreateStrategyDto, [
  'name',
  'sortOrder',
]) {}

/** A milestone of a rollout. */
export class MilestoneDto {
  /** UUID of a milestone that the template has already; a new one gets its own. */
  @Text({ optional: true, max: 100 })
  id?: string;
  /** Name of 1 to 200 characters. */
  @Text({ trim: true, min: 1, max: 200 })
  name: string;
  /** Position among the milestones; by default as in the list. */
  @Int({ optional: true, ...INT4_FROM_0 })
  sortOrder?: number;
  /** When the next milestone follows by itself; null and omitted mean never. */
  @Part(() => TransitionConditionDto, { optional: true, nullable: true })
  transitionCondition?: TransitionConditionDto | null;
  /** What features get when it starts: at most 30 strategies; none when omitted. */
  @ListOf(() => MilestoneStrategyDto, { optional: true, max: MAX_STRATEGIES })
  strategies?: MilestoneStrategyDto[];
}
