import { statement } from '../../../platform/database/statement.js';

/** Skips locked sessions: an active session will be written next time. */
export const WRITE = statement<[sessionIds: readonly string[], seenAt: readonly Date[]]>(
  'session-activity.write',
  /* sql */ `
    WITH seen AS (
      SELECT s.id, v.at FROM unnest($1::uuid[], $2::timestamptz[]) AS v(id, at)
        JOIN session s ON s.id = v.id
         FOR NO KEY UPDATE OF s SKIP LOCKED)
    UPDATE session s SET seen_at = seen.at FROM seen
      WHERE s.id = seen.id AND s.seen_at < seen.at`,
);
