import { AsyncLocalStorage } from 'node:async_hooks';

const executing = new AsyncLocalStorage<number>();

/** Makes the change of a schedule. The events that it records name the schedule. */
export function whileExecuting<T>(scheduleId: number, work: () => Promise<T>): Promise<T> {
  return executing.run(scheduleId, work);
}

/** The id of the schedule whose change is being made. */
export function executedSchedule(): number | undefined {
  return executing.getStore();
}
