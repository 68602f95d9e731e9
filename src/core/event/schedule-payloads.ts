/** A change of a feature that is to be made at a chosen time. */
export interface SchedulePayload {
  scheduleId: number;
  action: string;
  /** Input of the change, as of the operation that makes it directly. */
  payload: unknown;
  /** When it is made first, or when the first window starts. */
  at: string;
  /** Recurrence rule (RFC 5545); null when it does not recur. */
  rule: string | null;
  timeZone: string;
  /** After how many minutes a switch is reversed; null when it is not. */
  durationMinutes: number | null;
  whenLate: string;
}

/** What a schedule did. */
export interface ScheduledStepPayload {
  scheduleId: number;
  action: string;
  /** When it was due. */
  dueAt: string;
}

/** Why a schedule did nothing. */
export interface SuspensionPayload extends ScheduledStepPayload {
  reason: string;
}
