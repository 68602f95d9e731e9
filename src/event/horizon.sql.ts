import type { Statement } from '../database/database.js';

/** More events than that are not counted one by one to say how many are untallied. */
export const MOST_UNTALLIED = 100_000;

/** Where the horizon of transactions is, and what waits for it. */
export interface HorizonReading {
  /** The database holds transactions that its cluster has not come to. */
  restored: boolean;
  /**
   * The oldest transaction that is still running, on the whole server, and the next one to begin.
   */
  xmin: string;
  xmax: string;
  /**
   * Events above the horizon of the tally, {@link MOST_UNTALLIED} at most, and the age of the
   * oldest.
   */
  untallied: number;
  untalliedSeconds: number;
}

/** The upper bound of the range is for the planner, which takes the index for it. */
const UNTALLIED = /* sql */ `
  FROM event e WHERE e.transaction_id >= (SELECT transaction_id FROM event_tally_horizon)
                 AND e.transaction_id <= '18446744073709551615'::xid8`;

export const READ_HORIZON: Statement = {
  name: 'event-horizon',
  text: /* sql */ `
    SELECT events_were_restored() AS restored, pg_snapshot_xmin(s.now)::text AS xmin, pg_snapshot_xmax(s.now)::text AS xmax,
           (SELECT count(*)::int FROM (SELECT ${UNTALLIED} LIMIT ${MOST_UNTALLIED}) u) AS untallied,
           COALESCE((SELECT GREATEST(0, extract(epoch FROM now() - u.created_at))
                       FROM (SELECT e.created_at ${UNTALLIED} ORDER BY e.transaction_id LIMIT 1) u), 0)::float8 AS "untalliedSeconds"
      FROM (SELECT pg_current_snapshot() AS now) s`,
};

/** Who holds the horizon back. */
export interface HorizonHolder {
  kind: 'session' | 'prepared';
  pid: number | null;
  /** Of a prepared transaction. */
  gid: string | null;
  database: string | null;
  user: string | null;
  application: string | null;
  state: string | null;
  /** How long the transaction has been going on; null when this role may not know. */
  seconds: number | null;
}

/**
 * The transaction with the id $1, in whichever database of the server. Everybody may read locks and
 * prepared transactions; of sessions of other roles only those with pg_read_all_stats see more than
 * the database and the user.
 */
export const FIND_HOLDER: Statement = {
  name: 'event-horizon-holder',
  text: /* sql */ `
    SELECT CASE WHEN l.pid IS NULL THEN 'prepared' ELSE 'session' END AS kind, l.pid, p.gid,
           COALESCE(p.database, a.datname)::text AS database, COALESCE(p.owner, a.usename)::text AS "user",
           NULLIF(a.application_name, '') AS application, a.state,
           extract(epoch FROM now() - COALESCE(p.prepared, a.xact_start))::float8 AS seconds
      FROM pg_locks l
      LEFT JOIN pg_prepared_xacts p ON p.transaction = l.transactionid
      LEFT JOIN pg_stat_activity a ON a.pid = l.pid
     WHERE l.locktype = 'transactionid' AND l.mode = 'ExclusiveLock' AND l.granted AND l.transactionid = ($1::xid8)::xid
     LIMIT 1`,
};
