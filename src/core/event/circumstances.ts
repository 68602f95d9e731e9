import { AsyncLocalStorage } from 'node:async_hooks';
import type { Permit } from './approval.js';
import type { DomainEvent } from './event.types.js';

/** Why a change is made, which its events tell. */
interface Circumstances {
  /** Why the change needs no further approval. */
  readonly permit?: Permit;
  /** What the change undoes. */
  readonly undone?: UndoneEvent;
  /** The id of the schedule that makes the change. */
  readonly schedule?: number;
}

const NONE: Circumstances = {};

/** One storage for all, because Node copies each storage for each promise. */
const storage = new AsyncLocalStorage<Circumstances>();

/** The circumstances of the running code. */
export function circumstances(): Circumstances {
  return storage.getStore() ?? NONE;
}

/** Runs work in the same circumstances but for these. */
export function under<T>(these: Circumstances, work: () => Promise<T>): Promise<T> {
  return storage.run({ ...circumstances(), ...these }, work);
}

/** Returns the id of the event that an event undoes. */
type UndoneEvent = (event: DomainEvent) => number;

/** Runs the inverse of a change. The events that it records refer to the events that they undo. */
export function whileUndoing<T>(undone: UndoneEvent, work: () => Promise<T>): Promise<T> {
  return under({ undone }, work);
}

/** The id of the event that an event undoes; undefined for other changes. */
export function undoneBy(event: DomainEvent): number | undefined {
  return circumstances().undone?.(event);
}

/** Makes the change of a schedule. The events that it records name the schedule. */
export function whileExecuting<T>(scheduleId: number, work: () => Promise<T>): Promise<T> {
  return under({ schedule: scheduleId }, work);
}

/** The id of the schedule whose change is being made. */
export function executedSchedule(): number | undefined {
  return circumstances().schedule;
}
