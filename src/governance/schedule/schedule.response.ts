import { ApiProperty } from '@nestjs/swagger';
import { SCHEDULE_STATES, SCHEDULED_ACTIONS } from './states.js';

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
