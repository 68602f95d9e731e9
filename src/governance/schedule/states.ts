/** What a schedule can do. `on`, `off` and `archive` have the names of the direct operations. */
export const SCHEDULED_ACTIONS = [
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
export const SCHEDULE_STATES = ['pending', 'executed', 'missed', 'suspended', 'cancelled'] as const;

/** The state of a schedule. */
export type ScheduleState = (typeof SCHEDULE_STATES)[number];
