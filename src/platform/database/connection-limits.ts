import type { Config, DatabaseLimits } from '../config/config.js';
import { type ConnectionClass, ConnectionGate, type Queues, sharesOf } from './connection-gate.js';

/** A live server answers statements of the hot path within this time. */
export const HOT_SILENCE_MS = 5_000;
const SNAPSHOT_SILENCE_MS = 30_000;
/** Limit for background statements, which may have much to catch up on. */
const BACKGROUND_SILENCE_MS = 30 * 60_000;
/** Extra time that the client-side limit grants, because PostgreSQL cancels more cleanly. */
const MARGIN_MS = 2_000;

/** The gate before a pool of this size. */
export function newGate(poolMax: number, limits: DatabaseLimits): ConnectionGate {
  return new ConnectionGate(
    sharesOf(poolMax, limits.longReads, limits.pipelines),
    queuesOf(limits),
  );
}

/**
 * How many changes, and how many reads, of one caller may run at the same time: two thirds of the
 * connections of `general`, so that others have some left whatever these wait for.
 */
export function turnsOf({ poolMax, limits }: Config['database']): number {
  const { max } = sharesOf(poolMax, limits.longReads, limits.pipelines);
  return Math.max(1, Math.ceil((max.general * 2) / 3));
}

/** How many callers of each class wait for a connection, and for how long. */
function queuesOf(limits: DatabaseLimits): Queues {
  return {
    hot: { most: 1_000, milliseconds: 2_000 },
    hotTransaction: { most: 1_000, milliseconds: 2_000 },
    scheduled: { most: 100, milliseconds: 30_000 },
    snapshot: { most: 1_000, milliseconds: 30_000 },
    general: { most: 200, milliseconds: 5_000 },
    longRead: { most: limits.longReadQueue, milliseconds: 10_000 },
    background: { most: 100, milliseconds: 60_000 },
  };
}

/** How long PostgreSQL may stay silent while a statement of each class runs, in milliseconds. */
export function silencesOf(limits: DatabaseLimits): Readonly<Record<ConnectionClass, number>> {
  return {
    hot: HOT_SILENCE_MS,
    hotTransaction: HOT_SILENCE_MS,
    scheduled: limits.statementMs + MARGIN_MS,
    snapshot: SNAPSHOT_SILENCE_MS,
    general: limits.statementMs + MARGIN_MS,
    longRead: limits.longReadMs + MARGIN_MS,
    background: BACKGROUND_SILENCE_MS,
  };
}
