import { statement } from '../../../platform/database/statement.js';

/** Counts one attempt in the current window, or starts a new window. */
export const COUNT = statement<
  [key: string, windowSeconds: number],
  { attempts: number; reset: number }
>(
  'attempt-limit.count',
  /* sql */ `
    INSERT INTO attempt AS a (key) VALUES ($1)
    ON CONFLICT ON CONSTRAINT attempt_pkey DO UPDATE SET
      attempts = CASE WHEN a.since > now() - make_interval(secs => $2) THEN a.attempts + 1
        ELSE 1 END,
      since = CASE WHEN a.since > now() - make_interval(secs => $2) THEN a.since ELSE now() END
    RETURNING attempts, extract(epoch FROM since - now())::float8 + $2 AS reset`,
);

export const TAKE_BACK = statement<[key: string]>(
  'attempt-limit.take-back',
  'UPDATE attempt SET attempts = attempts - 1 WHERE key = $1 AND attempts > 0',
);

export const SO_FAR = statement<
  [keys: readonly string[], windowSeconds: readonly number[]],
  { key: string; attempts: number }
>(
  'attempt-limit.so-far',
  /* sql */ `
    SELECT a.key, a.attempts FROM unnest($1::text[], $2::int[]) AS asked (key, seconds)
      JOIN attempt a ON a.key = asked.key
        AND a.since > now() - make_interval(secs => asked.seconds)`,
);

export const CLEAR = statement<[key: string]>(
  'attempt-limit.clear',
  'DELETE FROM attempt WHERE key = $1',
);

export const FORGET = statement<[]>(
  'attempt-limit.forget',
  /* sql */ `
    DELETE FROM attempt WHERE since < now() - interval '1 hour'
      AND (key NOT LIKE 'known %' OR since < now() - interval '720 hours')`,
);
