import { statement } from '../../database/statement.js';

/**
 * A session that somebody changes at this moment is left out rather than waited for: whoever is in
 * use is seen again.
 */
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
