import {
  AnyObject,
  Flag,
  Int,
  Within,
  Moment,
  OneOf,
  Text,
} from '../../platform/http/validation/shape.decorators.js';
import { SCHEDULE_STATES, SCHEDULED_ACTIONS, type ScheduledAction } from './states.js';

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
