import { circumstances, under } from './circumstances.js';

/** Makes the change of a schedule. The events that it records name the schedule. */
export function whileExecuting<T>(scheduleId: number, work: () => Promise<T>): Promise<T> {
  return under({ schedule: scheduleId }, work);
}

/** The id of the schedule whose change is being made. */
export function executedSchedule(): number | undefined {
  return circumstances().schedule;
}
