import { statement } from '../../../platform/database/statement.js';

/** Short, because everybody who uses the table waits behind a waiting lock. */
const LOCK_TIMEOUT = '2s';

export const TRY_LOCK = statement<[], { held: boolean }>(
  'usage-days.try-lock',
  "SELECT pg_try_advisory_xact_lock(hashtext('usage-days')) AS held",
);

/** The days that need partitions: those around today, and those of late reports. */
export const DAYS_WITHOUT = statement<[kept: number, ahead: number], { day: string }>(
  'usage-days.days-without',
  /* sql */ `
    WITH today AS (SELECT (now() AT TIME ZONE 'UTC')::date AS day), wanted AS (
      SELECT today.day + n AS day FROM today, generate_series(-1, $2::int) n
      UNION SELECT (hour AT TIME ZONE 'UTC')::date FROM client_metric_rest
      UNION SELECT (hour AT TIME ZONE 'UTC')::date FROM client_metric_variant_rest)
    SELECT wanted.day::text FROM wanted, today
     WHERE wanted.day BETWEEN today.day - $1::int AND today.day + $2::int
       AND to_regclass('client_metric' || to_char(wanted.day, '"_d"YYYYMMDD')) IS NULL
     ORDER BY 1`,
);

export const ADD_DAY = statement<[day: string]>('usage-days.add-day', 'SELECT add_usage_day($1)');

/** Drops days by number of kept days; returns how many. */
export const DROP_DAYS_BEFORE = statement<[keptDays: number], { dropped: number }>(
  'usage-days.drop-days-before',
  "SELECT drop_usage_before((now() AT TIME ZONE 'UTC')::date - $1::int) AS dropped",
);

export const LIMIT_LOCK_WAIT = statement<[]>(
  'usage-days.limit-lock-wait',
  `SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`,
);

export const DELETE_INSTANCES = statement<[days: number]>(
  'usage-days.delete-instances',
  'DELETE FROM client_instance WHERE seen_at < now() - make_interval(hours => 24 * $1)',
);

export const DELETE_FEATURES_OF_APPLICATIONS = statement<[days: number]>(
  'usage-days.delete-features-of-applications',
  /* sql */ `
    DELETE FROM client_application_feature WHERE hour < now() - make_interval(hours => 24 * $1)`,
);
