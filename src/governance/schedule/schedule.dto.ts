import { ApiProperty } from '@nestjs/swagger';
import {
  AnyObject,
  Flag,
  Int,
  Moment,
  OneOf,
  Text,
  Within,
} from '../../platform/http/validation/shape.decorators.js';

/** What a schedule can do. `on`, `off` and `archive` have the names of the direct operations. */
const SCHEDULED_ACTIONS = [
  'on',
  'off',
  'archive',
  'addStrategy',
  'updateStrategy',
  'deleteStrategy',
] as const;

/** What a schedule does. */
export type ScheduledAction = (typeof SCHEDULED_ACTIONS)[number];

/**
 * The states of a schedule: it will act; it has acted for the last time; its time passed while no
 * instance was running; it could not act and waits for its author; somebody cancelled it.
 */
const SCHEDULE_STATES = ['pending', 'executed', 'missed', 'suspended', 'cancelled'] as const;

/** The state of a schedule. */
export type ScheduleState = (typeof SCHEDULE_STATES)[number];

/** A schedule of a project. */
export interface SchedulePlace {
  readonly projectId: string;
  readonly id: number;
}

/** A change of a feature that is to be made at a chosen time. */
export class ScheduleDto {
  /**
   * What to do. `archive` archives the feature in all environments; all others concern the
   * environment of the path.
   */
  @OneOf(SCHEDULED_ACTIONS)
  action: ScheduledAction;
  /**
   * When, with an offset: `2030-01-31T18:00:00Z` or `2030-01-31T18:00:00+01:00`. It must be in the
   * future, by the clock of the database, and at most 5 years away. With a rule it is the start
   * (DTSTART), rounded up to a whole second: the first time is the first one from then on that the
   * rule yields.
   */
  @Moment()
  at: string;
  /**
   * Recurrence rule of RFC 5545, only for `on` and `off`: `FREQ=WEEKLY;BYDAY=MO,WE`. The parts
   * FREQ (DAILY, WEEKLY, MONTHLY, YEARLY), INTERVAL, COUNT (at most 366), UNTIL, BYDAY, BYMONTH,
   * BYMONTHDAY, BYHOUR, BYMINUTE, BYSETPOS and WKST are supported. UNTIL is a time of UTC
   * (`20300131T180000Z`), or a day of `timeZone` (`20300131`), which is included. Times are at
   * least 15 minutes apart.
   */
  @Text({ optional: true, nullable: true, trim: true, min: 1, max: 200 })
  rule?: string | null;
  /** Time zone of the rule, such as `Europe/Berlin`; `UTC` by default. */
  @Text({ optional: true, trim: true, min: 1, max: 64 })
  timeZone?: string;
  /**
   * After how many minutes the switch is reversed, 1 to 525,600; only for `on` and `off`. Absent or
   * null: it stays.
   */
  @Int({ optional: true, nullable: true, min: 1, max: 525_600 })
  durationMinutes?: number | null;
  /**
   * What to do when no instance was running in time, and more than a minute has passed: act at once
   * (`run`, the default), or not (`skip`). The end of a window that has begun always takes place.
   */
  @OneOf(['run', 'skip'], { optional: true })
  whenLate?: 'run' | 'skip';
  /**
   * Input of the change, as of the direct operation: a strategy for `addStrategy`, one with its
   * `id` for `updateStrategy`, `{"id"}` for `deleteStrategy`,
   * `{"shouldActivateDisabledStrategies"}` for `on`, `{"force", "reason"}` for `off` and `archive`.
   */
  @AnyObject({ optional: true })
  payload?: object;
}

/** Input of turning a feature on. */
export class TurnOnPayload {
  /** Whether disabled strategies are enabled when no strategy is active. */
  @Flag({ optional: true })
  shouldActivateDisabledStrategies?: boolean;
}

/** Criteria for schedules in an environment. An omitted criterion matches everything. */
export class EnvironmentScheduleQuery {
  /** Only schedules in this state; `open` for those that are pending or suspended. */
  @OneOf(['open', ...SCHEDULE_STATES], { optional: true })
  state?: string;
  /** Only schedules that act at or after this time. */
  @Moment({ optional: true })
  from?: string;
  /** Only schedules that act before this time, at most 400 days after `from`. */
  @Moment({ optional: true })
  to?: string;
  /** Number of schedules to skip. 0 by default. */
  @Within({ min: 0, max: 1_000_000, preset: 0 })
  offset: number = 0;
  /** Number of schedules to return, 1 to 100; 50 by default. */
  @Within({ min: 1, max: 100, preset: 50 })
  limit: number = 50;
}

/** Criteria for schedules. An omitted criterion matches everything. */
export class ScheduleQuery extends EnvironmentScheduleQuery {
  /** Only schedules of this environment. */
  @Text({ optional: true, max: 100 })
  environment?: string;
}

/** Who created or last changed a schedule. */
export class ScheduleAuthorResponse {
  /** Id of the user; −42 for API tokens. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** Name to display. */
  username: string;
  /** URL of the profile image. */
  imageUrl: string;
}

/** A change of a feature at a chosen time. */
export class ScheduleResponse {
  /** Id of the schedule. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  id: number;
  /** Id of the project of the feature. */
  project: string;
  /** Name of the feature. */
  feature: string;
  /** Name of the environment. */
  environment: string;
  /** What is done. */
  @ApiProperty({ enum: SCHEDULED_ACTIONS })
  action: string;
  /** Input of the change. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  payload: object;
  /** When it is done first; with a rule, its start. */
  @ApiProperty({ format: 'date-time' })
  at: string;
  /** Recurrence rule; null when it does not recur. */
  @ApiProperty({ type: String, nullable: true })
  rule: string | null;
  /** Time zone of the rule. */
  timeZone: string;
  /** After how many minutes the switch is reversed; null when it is not. */
  @ApiProperty({ type: 'integer', nullable: true })
  durationMinutes: number | null;
  /** What happens when it is late. */
  @ApiProperty({ enum: ['run', 'skip'] })
  whenLate: string;
  /** State. */
  @ApiProperty({ enum: SCHEDULE_STATES })
  state: string;
  /** Why it is suspended; null in other states. */
  @ApiProperty({ type: String, nullable: true })
  reason: string | null;
  /** Why it could not act now; null when it could, and when it has ended. */
  @ApiProperty({ type: String, nullable: true })
  conflict: string | null;
  /** What it does next; null when it has ended. */
  @ApiProperty({ type: String, enum: [...SCHEDULED_ACTIONS, null], nullable: true })
  nextAction: string | null;
  /** When it acts next, or was to act when it was suspended; null when it has ended. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  nextAt: string | null;
  /** When it acted last; null before. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  executedAt: string | null;
  /** Who created or last changed it, with whose permissions it acts. */
  createdBy: ScheduleAuthorResponse;
  /** When it was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /**
   * When it starts between `from` and `to`, at most 100 times; only with both criteria, and only
   * for pending schedules. Rules that are neither daily nor weekly have at most 500 times together
   * in a page.
   */
  @ApiProperty({ type: [String], required: false })
  occurrences?: string[];
}

/** A page of schedules. */
export class SchedulesResponse {
  /** The schedules by their next time; those that have ended by their last time. */
  schedules: ScheduleResponse[];
  /** Number of schedules on all pages. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  total: number;
}
