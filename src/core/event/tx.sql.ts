import { statement } from '../../platform/database/statement.js';

/** Makes PostgreSQL refuse locks and writes in the transaction. */
export const REFUSE_WRITES = statement<[]>('tx.refuse-writes', 'SET TRANSACTION READ ONLY');

/** Limits how long the transaction waits for each lock, in milliseconds. */
export const LIMIT_LOCK_WAITS = statement<[milliseconds: string]>(
  'tx.limit-lock-waits',
  `SELECT FROM set_config('lock_timeout', $1, true)`,
);

/** The name of a session while it rehearses. */
const REHEARSAL = 'feature-flag-admin rehearsal';

/** Names the session until the transaction ends, or what it rehearses is undone. */
export const MARK_REHEARSAL = statement<[]>(
  'tx.mark-rehearsal',
  `SELECT FROM set_config('application_name', '${REHEARSAL}', true)`,
);

/**
 * Whether others wait for what the transaction has locked, also behind each other. Other rehearsals
 * do not count, nor does what waits for the request itself, such as its repetition.
 */
export const IS_WAITED_FOR = statement<[], { isWaitedFor: boolean }>(
  'tx.is-waited-for',
  /* sql */ `
    WITH RECURSIVE waiting AS MATERIALIZED (
      SELECT a.pid, pg_blocking_pids(a.pid) AS blockers,
             a.application_name <> '${REHEARSAL}'
               AND a.query !~ '^/\\* (idempotency|precondition|change-request)' AS counts
        FROM pg_stat_activity a
       WHERE a.datname = current_database() AND a.wait_event_type = 'Lock'
    ), behind AS (
      SELECT w.pid, w.counts FROM waiting w WHERE pg_backend_pid() = ANY (w.blockers)
      UNION
      SELECT w.pid, w.counts FROM behind b JOIN waiting w ON b.pid = ANY (w.blockers)
    )
    SELECT EXISTS (SELECT FROM behind b WHERE b.counts) AS "isWaitedFor"`,
);

export const LOCK_NAME = statement<[name: string]>(
  'tx.lock-name',
  'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
);
