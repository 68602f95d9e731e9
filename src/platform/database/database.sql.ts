import { statement } from './statement.js';

export const AT_WORK = statement<[sessions: readonly number[]], { own: number; working: number[] }>(
  'database.at-work',
  /* sql */ `
    SELECT pg_backend_pid() AS own,
           ARRAY(SELECT a.pid FROM pg_stat_activity a
                  WHERE a.pid = ANY ($1::int[]) AND a.state = 'active') AS working`,
);

/** The cluster, which a standby shares with its primary. */
const CLUSTER = '(SELECT system_identifier::text FROM pg_control_system())';

/** A position in the log of the primary, and the cluster that it belongs to. */
export interface LogPosition {
  position: string;
  cluster: string;
}

/**
 * The position in the log that contains all commits that were acknowledged so far. Without
 * `synchronous_commit`, these may not have been flushed yet.
 */
export const LOG_POSITION = statement<[], LogPosition>(
  'database.log-position',
  /* sql */ `
    SELECT (CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn()
              ELSE pg_current_wal_flush_lsn() END)::text AS position, ${CLUSTER} AS cluster`,
);

/** How many bytes of the log a standby has not replayed up to a position; null on a primary. */
export const REPLAYED = statement<[position: string], { behind: number | null; cluster: string }>(
  'database.replayed',
  /* sql */ `
    SELECT CASE WHEN pg_is_in_recovery()
             THEN pg_wal_lsn_diff($1::text::pg_lsn, pg_last_wal_replay_lsn())::float8 END AS behind,
           ${CLUSTER} AS cluster`,
);

/** Begins a transaction for a long read, with its limit in milliseconds. */
export const beginLongRead = (limitMs: number): string =>
  'BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY; SET LOCAL jit = off; ' +
  `SET LOCAL statement_timeout = ${Math.trunc(limitMs)}`;
