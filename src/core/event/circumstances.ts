import { AsyncLocalStorage } from 'node:async_hooks';
import type { Permit } from './approval.js';
import type { UndoneEvent } from './undoing.js';

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
