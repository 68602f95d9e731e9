import { statement } from '../../../platform/database/statement.js';

/** Numbers of evaluations of a feature. */
export interface MeasuredUsage {
  /** Those with all labels. */
  matching: number;
  /** Those of the applications, whatever the result. */
  total: number;
}

/** What the safeguards of a plan had counted in the hour in which they began to count. */
export interface UsageBaseline {
  /** When they began: at the start of the milestone, or when the plan was resumed. */
  since: string;
  /** By id of the safeguard. */
  counts: Record<string, MeasuredUsage>;
}

/**
 * SQL expression: what counts of a row with usage of an hour. Usage is stored per hour, so of the
 * first hour a share counts.
 * @param hour SQL expression of the hour of the row.
 * @param from SQL expression of the beginning, with a time zone.
 * @param share SQL expression of the share of the first hour, 0 to 1.
 */
export const shareOf = (hour: string, from: string, share: string): string =>
  `CASE WHEN ${hour} = date_trunc('hour', ${from}, 'UTC') THEN ${share} ELSE 1 END`;

const COUNTED = (hour: string): string => shareOf(hour, '$3::timestamptz', '$7::float8');

/** The evaluations of `used u` and `given g` with all labels. */
const MATCHING = /* sql */ `(CASE
  WHEN $6::text[] IS NOT NULL THEN g.count WHEN $5::boolean THEN u.yes
  WHEN NOT $5::boolean THEN u.no ELSE u.yes + u.no END)::float8`;

/** Counts evaluations of a feature; null selects all values of a label. */
export const MEASURE = statement<
  [
    featureName: string,
    environment: string,
    from: string,
    appNames: readonly string[] | null,
    enabled: boolean | null,
    variants: readonly string[] | null,
    shareOfFirstHour: number,
  ],
  MeasuredUsage
>(
  'measure.measure',
  /* sql */ `
    WITH used AS (
      SELECT COALESCE(sum(m.yes * ${COUNTED('m.hour')}), 0) AS yes,
             COALESCE(sum(m.no * ${COUNTED('m.hour')}), 0) AS no FROM client_metric m
       WHERE m.feature_name = $1 AND m.environment = $2
         AND m.hour >= date_trunc('hour', $3::timestamptz, 'UTC')
         AND ($4::text[] IS NULL OR m.app_name = ANY ($4))
    ), given AS (
      SELECT COALESCE(sum(v.count * ${COUNTED('v.hour')}), 0) AS count
        FROM client_metric_variant v
       WHERE v.feature_name = $1 AND v.environment = $2
         AND v.hour >= date_trunc('hour', $3::timestamptz, 'UTC')
         AND ($4::text[] IS NULL OR v.app_name = ANY ($4)) AND v.variant = ANY ($6::text[])
    )
    SELECT ${MATCHING} AS matching, (u.yes + u.no)::float8 AS total FROM used u, given g`,
);

/** Usage of an hour. */
export interface HourlyUsage extends MeasuredUsage {
  /** When the hour begins. */
  hour: string;
}

/** Counts evaluations like {@link MEASURE}, hour by hour; hours without any are left out. */
export const MEASURE_HOURS = statement<
  [
    featureName: string,
    environment: string,
    from: string,
    appNames: readonly string[] | null,
    enabled: boolean | null,
    variants: readonly string[] | null,
  ],
  HourlyUsage
>(
  'measure.measure-hours',
  /* sql */ `
    WITH used AS (
      SELECT m.hour, sum(m.yes) AS yes, sum(m.no) AS no FROM client_metric m
       WHERE m.feature_name = $1 AND m.environment = $2
         AND m.hour >= date_trunc('hour', $3::timestamptz, 'UTC')
         AND ($4::text[] IS NULL OR m.app_name = ANY ($4)) GROUP BY m.hour
    ), given AS (
      SELECT u.hour, COALESCE(sum(v.count), 0) AS count
        FROM used u LEFT JOIN client_metric_variant v
          ON v.feature_name = $1 AND v.environment = $2 AND v.hour = u.hour
         AND ($4::text[] IS NULL OR v.app_name = ANY ($4)) AND v.variant = ANY ($6::text[])
       GROUP BY u.hour
    )
    SELECT iso8601(u.hour) AS hour, ${MATCHING} AS matching, (u.yes + u.no)::float8 AS total
      FROM used u JOIN given g ON g.hour = u.hour ORDER BY u.hour`,
);
