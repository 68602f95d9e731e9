import { statement } from '../../platform/database/statement.js';
import { DRILL } from '../../serving/sdk-api/snapshot/snapshot.sql.js';
import {
  type BrokenPart,
  type Drill,
  IN_TIME_MS,
  type InstanceReport,
  type Report,
} from './drill.js';

/** After so many seconds, a drill whose instance has disappeared is over. */
const MOST_SECONDS = 8;
/** Maximum number of drills that are kept. */
const KEPT = 3_000;

/** What came of trying to switch. */
interface Attempt extends Partial<Drill> {
  /** Since the last switch, in milliseconds; null before the first one. */
  age: number | null;
}

/** The last drill `d` ended at least an interval ago; one without a result counts as ended then. */
const isOver = (seconds: string): string => /* sql */ `
  d.switched_at <= clock_timestamp() - make_interval(secs => ${seconds}::float8)
  AND (d.switched_at <= clock_timestamp() - interval '${MOST_SECONDS} seconds'
    OR EXISTS (SELECT FROM drill_result r WHERE r.round = d.round))`;

/**
 * Switches the reserved features of all environments to the other state, unless that was done
 * within an interval in seconds. So one instance at a time does it, whichever comes first.
 */
export const SWITCH = statement<[seconds: number], Attempt>(
  'drill.switch',
  /* sql */ `
    WITH switched AS (
      INSERT INTO drill AS d (id, round, enabled, switched_at, transaction_id)
      SELECT true, 1, true, clock_timestamp(), pg_current_xact_id()
       WHERE NOT EXISTS (SELECT FROM drill d WHERE NOT (${isOver('$1')}))
      ON CONFLICT ON CONSTRAINT drill_pkey DO UPDATE
        SET round = d.round + 1, enabled = NOT d.enabled, switched_at = clock_timestamp(),
            transaction_id = pg_current_xact_id()
        WHERE ${isOver('$1')}
      RETURNING round, enabled, transaction_id::text AS "transactionId"
    )
    SELECT s.*, (SELECT extract(epoch FROM clock_timestamp() - switched_at)::float8 * 1000
                   FROM drill) AS age
      FROM (SELECT) one LEFT JOIN switched s ON true`,
);

/** The last switch. */
export const ROUND = statement<[], { round: number }>('drill.round', 'SELECT round FROM drill');

/** Stores what an instance has read back in a drill, unless the next one has begun. */
export const REPORT = statement<
  [instance: string, name: string, round: number, report: string, clockSeconds: number]
>(
  'drill.report',
  /* sql */ `
    INSERT INTO drill_report AS r (instance_id, name, round, elapsed_ms, clock_ms, report,
      reported_at)
    SELECT $1::uuid, $2, d.round,
           extract(epoch FROM clock_timestamp() - d.switched_at)::float8 * 1000,
           ($5::float8 - extract(epoch FROM clock_timestamp())::float8) * 1000, $4::jsonb, now()
      FROM drill d WHERE d.round = $3
    ON CONFLICT ON CONSTRAINT drill_report_pkey DO UPDATE
      SET name = excluded.name, round = excluded.round, elapsed_ms = excluded.elapsed_ms,
          clock_ms = excluded.clock_ms, report = excluded.report,
          reported_at = excluded.reported_at`,
);

/**
 * The instances that take part, with their last reports.
 * @param validSeconds For how long each counts without a sign of life.
 */
export const REPORTS = statement<[validSeconds: number], InstanceReport>(
  'drill.reports',
  /* sql */ `
    SELECT i.instance_id AS "instanceId", r.name, r.round, r.elapsed_ms AS "elapsedMs",
           r.clock_ms AS "clockMs", r.report,
           extract(epoch FROM now() - (i.expires_at - make_interval(secs => $1)))::float8
             AS "silentSeconds"
      FROM sdk_instance i LEFT JOIN drill_report r ON r.instance_id = i.instance_id
     WHERE i.environment = '${DRILL}' AND i.expires_at > now()
     ORDER BY r.name, i.instance_id`,
);

/** Stores what came of a drill, and counts it, with those before it that could not be switched. */
export const CONCLUDE = statement<
  [round: number, milliseconds: number | null, broken: string, isInTime: boolean, missed: number]
>(
  'drill.conclude',
  /* sql */ `
    WITH stored AS (
      INSERT INTO drill_result (round, switched_at, milliseconds, broken)
      SELECT $1, d.switched_at, $2, $3::jsonb FROM drill d
      ON CONFLICT ON CONSTRAINT drill_result_pkey DO NOTHING RETURNING 1
    ), counted AS (
      INSERT INTO drill_month AS m (month, drills, in_time)
      SELECT date_trunc('month', now() AT TIME ZONE 'UTC')::date, 1 + $5::int, $4::boolean::int
        FROM stored
      ON CONFLICT ON CONSTRAINT drill_month_pkey DO UPDATE
        SET drills = m.drills + excluded.drills, in_time = m.in_time + excluded.in_time
    ), forgotten AS (
      DELETE FROM drill_report WHERE reported_at < now() - interval '24 hours'
    )
    DELETE FROM drill_result WHERE round <= $1 - ${KEPT}`,
);

/** What is known of the last drills. */
export interface DrillRecord {
  /** Since the last result, in seconds; null before the first one. */
  ageSeconds: number | null;
  lastDrillAt: string | null;
  lastSuccessAt: string | null;
  milliseconds: number | null;
  p50: number | null;
  p99: number | null;
  broken: BrokenPart[];
  month: string;
  drills: number;
  inTime: number;
  instances: {
    name: string;
    reportedAt: string;
    report: Report;
    elapsedMs: number;
  }[];
}

/** Reads what is known of the drills of the last 24 hours and of this month. */
export const READ = statement<[], DrillRecord>(
  'drill.read',
  /* sql */ `
    WITH recent AS MATERIALIZED (
      SELECT * FROM drill_result WHERE switched_at > now() - interval '24 hours'
    ), latest AS (SELECT * FROM drill_result ORDER BY round DESC LIMIT 1),
    month AS (SELECT date_trunc('month', now() AT TIME ZONE 'UTC')::date AS month)
    SELECT extract(epoch FROM now() - l.switched_at)::float8 AS "ageSeconds",
      iso8601(l.switched_at) AS "lastDrillAt",
      iso8601((SELECT switched_at FROM drill_result WHERE milliseconds <= ${IN_TIME_MS}
        ORDER BY round DESC LIMIT 1)) AS "lastSuccessAt",
      l.milliseconds,
      (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY milliseconds) FROM recent) AS p50,
      (SELECT percentile_cont(0.99) WITHIN GROUP (ORDER BY milliseconds) FROM recent) AS p99,
      COALESCE(l.broken, '[]') AS broken, m.month::text, COALESCE(c.drills, 0) AS drills,
      COALESCE(c.in_time, 0) AS "inTime",
      (SELECT COALESCE(json_agg(json_build_object('name', r.name,
          'reportedAt', iso8601(r.reported_at), 'report', r.report, 'elapsedMs', r.elapsed_ms)
          ORDER BY r.name), '[]')
         FROM drill_report r JOIN sdk_instance i ON i.instance_id = r.instance_id
          AND i.environment = '${DRILL}' AND i.expires_at > now()) AS instances
      FROM month m LEFT JOIN latest l ON true LEFT JOIN drill_month c ON c.month = m.month`,
);
