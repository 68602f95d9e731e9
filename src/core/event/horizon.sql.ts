import { statement } from '../../platform/database/statement.js';

/** Upper bound for counting untallied events. */
const MAX_UNTALLIED = 100_000;

/** The position of the transaction horizon, and the events that wait for it. */
export interface HorizonReading {
  /**
   * Whether the database contains transaction ids that its cluster has not reached, which means it
   * was restored.
   */
  restored: boolean;
  /** The oldest running transaction on the server, and the id of the next one. */
  xmin: string;
  xmax: string;
  /**
   * Number of events above the horizon of the tally, at most {@link MAX_UNTALLIED}, and the age of
   * the oldest.
   */
  untallied: number;
  untalliedSeconds: number;
}

/** The upper bound of the range makes the planner choose the index. */
const UNTALLIED = /* sql */ `
  FROM event e WHERE e.transaction_id >= (SELECT transaction_id FROM event_tally_horizon)
                 AND e.transaction_id <= '18446744073709551615'::xid8`;

export const READ_HORIZON = statement<[], HorizonReading>(
  'horizon.read-horizon',
  /* sql */ `
    SELECT events_were_restored() AS restored, pg_snapshot_xmin(s.now)::text AS xmin,
      pg_snapshot_xmax(s.now)::text AS xmax,
           (SELECT count(*)::int FROM (SELECT ${UNTALLIED} LIMIT ${MAX_UNTALLIED}) u) AS untallied,
           COALESCE((SELECT GREATEST(0, extract(epoch FROM now() - u.created_at))
                       FROM (SELECT e.created_at ${UNTALLIED} ORDER BY e.transaction_id LIMIT 1) u),
                         0)::float8 AS "untalliedSeconds"
      FROM (SELECT pg_current_snapshot() AS now) s`,
);

/** The transaction that holds the horizon back. */
export interface HorizonHolder {
  kind: 'session' | 'prepared';
  pid: number | null;
  /** Identifier of a prepared transaction; null otherwise. */
  gid: string | null;
  database: string | null;
  user: string | null;
  application: string | null;
  state: string | null;
  /** Age of the transaction in seconds; null when this role may not see it. */
  seconds: number | null;
}

/**
 * Finds a transaction by id in any database of the server. Every role may read locks and prepared
 * transactions; details of other roles' sessions need `pg_read_all_stats`.
 */
export const FIND_HOLDER = statement<[xmin: string], HorizonHolder>(
  'horizon.find-holder',
  /* sql */ `
    SELECT CASE WHEN l.pid IS NULL THEN 'prepared' ELSE 'session' END AS kind, l.pid, p.gid,
           COALESCE(p.database, a.datname)::text AS database,
             COALESCE(p.owner, a.usename)::text AS "user",
           NULLIF(a.application_name, '') AS application, a.state,
           extract(epoch FROM now() - COALESCE(p.prepared, a.xact_start))::float8 AS seconds
      FROM pg_locks l
      LEFT JOIN pg_prepared_xacts p ON p.transaction = l.transactionid
      LEFT JOIN pg_stat_activity a ON a.pid = l.pid
     WHERE l.locktype = 'transactionid' AND l.mode = 'ExclusiveLock' AND l.granted
       AND l.transactionid = ($1::xid8)::xid
     LIMIT 1`,
);
