import { statement } from '../../../platform/database/statement.js';
import { type HourlyUsage, type MeasuredUsage, shareOf } from './measure.sql.js';

/** A metric of applications, and the safeguards that watch the same values of it. */
export interface WatchedMetric {
  safeguardIds: string[];
  project: string;
  environment: string;
  metricName: string;
  labelSelectors: Record<string, string[]>;
}

/**
 * The metrics of applications that safeguards of live features watch. Safeguards that watch the
 * same values in a project are one row, because many plans watch, for example, the same error rate.
 */
export const LIST_WATCHED = statement<[limit: number], WatchedMetric>(
  'samples.list-watched',
  /* sql */ `
    SELECT array_agg(w.id) AS "safeguardIds", f.project, w.environment,
           w.metric ->> 'metricName' AS "metricName",
           w.metric -> 'labelSelectors' AS "labelSelectors"
      FROM (SELECT p.feature_name, p.environment, s ->> 'id' AS id, s -> 'impactMetric' AS metric
              FROM release_plan p, jsonb_array_elements(p.safeguards) s
             WHERE p.safeguards <> '[]' AND p.active_milestone_id IS NOT NULL
            UNION ALL
            SELECT s.feature_name, s.environment, s.id::text, s.watched -> 'impactMetric'
              FROM feature_safeguard s) w
      JOIN feature f ON f.name = w.feature_name AND f.archived_at IS NULL
     WHERE w.metric ->> 'metricName' <> 'evaluations'
     GROUP BY 2, 3, 4, 5 LIMIT $1`,
);

/** Adds samples to those of the hour; the parameters are parallel arrays. */
export const ADD_SAMPLES = statement<
  [
    safeguardIds: readonly string[],
    hours: readonly string[],
    counts: readonly number[],
    sums: readonly number[],
  ]
>(
  'samples.add-samples',
  /* sql */ `
    INSERT INTO release_plan_sample AS s (safeguard_id, hour, count, sum)
    SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::float8[], $4::float8[])
      AS r (safeguard_id, hour, count, sum) ORDER BY r.safeguard_id, r.hour
    ON CONFLICT ON CONSTRAINT release_plan_sample_pkey DO UPDATE
      SET count = s.count + excluded.count, sum = s.sum + excluded.sum`,
);

/** Removes samples that no safeguard can count any more. Skips locked rows. */
export const FORGET_SAMPLES = statement<[days: number, limit: number]>(
  'samples.forget-samples',
  /* sql */ `
    DELETE FROM release_plan_sample WHERE (safeguard_id, hour) IN (
      SELECT safeguard_id, hour FROM release_plan_sample
       WHERE hour < now() - make_interval(hours => 24 * $1)
       LIMIT $2 FOR UPDATE SKIP LOCKED)`,
);

const COUNTED = shareOf('s.hour', '$2::timestamptz', '$3::float8');

/** What applications reported for a safeguard. */
export const MEASURE_SAMPLES = statement<
  [safeguardId: string, from: string, shareOfFirstHour: number],
  MeasuredUsage
>(
  'samples.measure-samples',
  /* sql */ `
    SELECT COALESCE(sum(s.sum * ${COUNTED}), 0)::float8 AS matching,
           COALESCE(sum(s.count * ${COUNTED}), 0)::float8 AS total
      FROM release_plan_sample s
     WHERE s.safeguard_id = $1 AND s.hour >= date_trunc('hour', $2::timestamptz, 'UTC')`,
);

/** What applications reported for a safeguard, hour by hour. */
export const MEASURE_SAMPLE_HOURS = statement<[safeguardId: string, from: string], HourlyUsage>(
  'samples.measure-sample-hours',
  /* sql */ `
    SELECT iso8601(s.hour) AS hour, s.sum AS matching, s.count AS total
      FROM release_plan_sample s
     WHERE s.safeguard_id = $1 AND s.hour >= date_trunc('hour', $2::timestamptz, 'UTC')
     ORDER BY s.hour`,
);
