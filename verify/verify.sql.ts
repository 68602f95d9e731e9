import { statement } from '../src/platform/database/statement.js';

/** Keeps partitions from being dropped, in a snapshot that would lose them. */
export const LOCK_EVENTS = statement<[]>(
  'verify.lock-events',
  'LOCK TABLE event IN ACCESS SHARE MODE',
);
