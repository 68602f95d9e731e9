import { statement } from '../../../platform/database/statement.js';

/**
 * Counts a failure. `unrecorded` is 0 when this failure must be recorded; `unrecordedBefore` is
 * then the number of failures before it that were not recorded.
 */
export const COUNT = statement<
  [key: string, maxRecorded: number],
  { unrecorded: number; unrecordedBefore: number }
>(
  'login-failures.count',
  /* sql */ `
    INSERT INTO login_failure AS f (key) VALUES ($1)
    ON CONFLICT ON CONSTRAINT login_failure_pkey DO UPDATE SET
      since       = CASE WHEN f.since <= now() - interval '1 minute' THEN now()
        ELSE f.since END,
      told        = CASE WHEN f.since <= now() - interval '1 minute' THEN 1
        ELSE LEAST(f.told + 1, $2) END,
      untold      = CASE WHEN f.since <= now() - interval '1 minute' OR f.told < $2 THEN 0
        ELSE f.untold + 1 END,
      made_up_for = CASE WHEN f.since <= now() - interval '1 minute'
        OR f.told < $2 THEN f.untold
        ELSE 0 END
    RETURNING untold AS unrecorded, made_up_for AS "unrecordedBefore"`,
);

export const DELETE_OLD = statement<[]>(
  'login-failures.delete-old',
  "DELETE FROM login_failure WHERE since < now() - interval '24 hours'",
);
