import type { ApplicationPayload } from '../../../core/event/instance-events.js';
import { statement } from '../../../platform/database/statement.js';
import { APPLICATION_EVENT_JSON } from '../application/application-writing.sql.js';
import { MAX_COUNT } from '../report/body-reading.js';

// Rows are written in order of their keys, so that concurrent writers cannot deadlock.

const sum = (held: string, added: string): string => `LEAST(${held} + ${added}, ${MAX_COUNT})`;

/** Adds evaluations to buckets; the parameters are parallel arrays. */
export const ADD_BUCKETS = statement<
  [
    featureNames: readonly string[],
    appNames: readonly string[],
    environments: readonly string[],
    hours: readonly string[],
    yes: readonly number[],
    no: readonly number[],
  ]
>(
  'usage.add-buckets',
  /* sql */ `
    INSERT INTO client_metric AS m (feature_name, app_name, environment, hour, yes, no)
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::bigint[],
      $6::bigint[]) AS r (feature_name, app_name, environment, hour, yes, no)
     ORDER BY r.feature_name COLLATE "C", r.environment COLLATE "C", r.hour, r.app_name COLLATE "C"
    ON CONFLICT ON CONSTRAINT client_metric_pkey DO UPDATE
      SET yes = ${sum('m.yes', 'excluded.yes')}, no = ${sum('m.no', 'excluded.no')}`,
);

/** Adds evaluations to variant buckets; the parameters are parallel arrays. */
export const ADD_VARIANTS = statement<
  [
    featureNames: readonly string[],
    appNames: readonly string[],
    environments: readonly string[],
    hours: readonly string[],
    variants: readonly string[],
    counts: readonly number[],
  ]
>(
  'usage.add-variants',
  /* sql */ `
    INSERT INTO client_metric_variant
      AS m (feature_name, app_name, environment, hour, variant, count)
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::text[],
      $6::bigint[]) AS r (feature_name, app_name, environment, hour, variant, count)
     ORDER BY r.feature_name COLLATE "C", r.environment COLLATE "C", r.hour, r.app_name COLLATE "C",
       r.variant COLLATE "C"
    ON CONFLICT ON CONSTRAINT client_metric_variant_pkey DO UPDATE
      SET count = ${sum('m.count', 'excluded.count')}`,
);

/**
 * Notes that features were used, by the clock of PostgreSQL, and how often in the running hour.
 * Features and environments are locked. The parameters are parallel arrays.
 */
export const NOTE_USE = statement<
  [
    featureNames: readonly string[],
    environments: readonly string[],
    hours: readonly string[],
    yes: readonly number[],
    no: readonly number[],
  ]
>(
  'usage.note-use',
  /* sql */ `
    WITH reported AS MATERIALIZED (
      SELECT DISTINCT ON (feature_name, environment) feature_name, environment, hour,
        LEAST(sum(yes), ${MAX_COUNT}) AS yes, LEAST(sum(no), ${MAX_COUNT}) AS no
        FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::bigint[], $5::bigint[])
          AS r (feature_name, environment, hour, yes, no)
       GROUP BY feature_name, environment, hour ORDER BY feature_name, environment, hour DESC
    )
    INSERT INTO feature_environment_usage
      AS u (feature_name, environment, last_seen_at, hour, yes, no)
    SELECT r.feature_name, r.environment, now(), r.hour, r.yes, r.no
      FROM reported r
     ORDER BY r.feature_name COLLATE "C", r.environment COLLATE "C"
    ON CONFLICT ON CONSTRAINT feature_environment_usage_pkey DO UPDATE SET
      last_seen_at = GREATEST(u.last_seen_at, excluded.last_seen_at),
      yes = CASE WHEN excluded.hour = u.hour THEN ${sum('u.yes', 'excluded.yes')}
        WHEN excluded.hour > u.hour THEN excluded.yes ELSE u.yes END,
      no = CASE WHEN excluded.hour = u.hour THEN ${sum('u.no', 'excluded.no')}
        WHEN excluded.hour > u.hour THEN excluded.no ELSE u.no END,
      hour = GREATEST(u.hour, excluded.hour)`,
);

/**
 * Updates applications, and returns for each whether it is new. Applications that report no
 * strategies keep the previous ones.
 */
export const NOTE_APPLICATIONS = statement<
  [appNames: readonly string[], strategies: readonly string[]],
  { appName: string; created: boolean }
>(
  'usage.note-applications',
  /* sql */ `
    INSERT INTO client_application AS a (app_name, strategies)
    SELECT r.app_name, ARRAY(SELECT jsonb_array_elements_text(r.strategies))
      FROM unnest($1::text[], $2::jsonb[]) AS r (app_name, strategies)
     ORDER BY r.app_name COLLATE "C"
    ON CONFLICT ON CONSTRAINT client_application_pkey DO UPDATE SET
      seen_at = now(),
      is_reported = true,
      updated_at = CASE WHEN excluded.strategies IN ('{}', a.strategies) THEN a.updated_at
        ELSE now() END,
      strategies = CASE WHEN excluded.strategies = '{}' THEN a.strategies
        ELSE excluded.strategies END
    RETURNING a.app_name AS "appName", xmax = 0 AS created`,
);

/** Cancels the pending deletion of applications that report again. */
export const REMEMBER_APPLICATIONS = statement<[appNames: readonly string[]]>(
  'usage.remember-applications',
  /* sql */ `
    DELETE FROM client_application_forgotten WHERE name_hash IN (
      SELECT name_hash FROM client_application_forgotten
       WHERE name_hash = ANY (SELECT sha256(convert_to(name, 'UTF8'))
         FROM unnest($1::text[]) name) ORDER BY name_hash FOR UPDATE /* locks applications */)`,
);

/** Deletes applications without recent report and description, in batches. Skips locked rows. */
export const FORGET_APPLICATIONS = statement<[retentionDays: number, limit: number]>(
  'usage.forget-applications',
  /* sql */ `
    WITH silent AS (
      SELECT app_name FROM client_application
       WHERE is_reported AND seen_at < now() - make_interval(hours => 24 * $1)
         AND created_by = 'unleash_system_user'
         AND description IS NULL AND url IS NULL AND color IS NULL AND icon IS NULL
       ORDER BY app_name COLLATE "C" LIMIT $2 FOR UPDATE SKIP LOCKED
    ), forgotten AS (
      INSERT INTO client_application_forgotten (name_hash)
      SELECT sha256(convert_to(app_name, 'UTF8')) AS name_hash FROM silent ORDER BY 1
      ON CONFLICT ON CONSTRAINT client_application_forgotten_pkey DO NOTHING
    )
    DELETE FROM client_application a USING silent s WHERE a.app_name = s.app_name
      RETURNING 1`,
);

/** Stores where applications report; the parameters are parallel arrays. */
export const NOTE_PLACES = statement<
  [appNames: readonly string[], projects: readonly string[], environments: readonly string[]]
>(
  'usage.note-places',
  /* sql */ `
    INSERT INTO client_application_usage (app_name, project, environment)
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) AS r (app_name, project, environment)
     ORDER BY r.app_name COLLATE "C", r.project COLLATE "C", r.environment COLLATE "C"
    ON CONFLICT ON CONSTRAINT client_application_usage_pkey DO NOTHING`,
);

/** Stores instances; the parameters are parallel arrays. */
export const NOTE_INSTANCES = statement<
  [
    appNames: readonly string[],
    environments: readonly string[],
    instanceIds: readonly string[],
    sdkVersions: readonly (string | null)[],
    clientIps: readonly (string | null)[],
  ]
>(
  'usage.note-instances',
  /* sql */ `
    INSERT INTO client_instance AS i (app_name, environment, instance_id, sdk_version, client_ip)
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
      AS r (app_name, environment, instance_id, sdk_version, client_ip)
     ORDER BY r.app_name COLLATE "C", r.environment COLLATE "C", r.instance_id COLLATE "C"
    ON CONFLICT ON CONSTRAINT client_instance_pkey DO UPDATE SET
      seen_at = now(), sdk_version = COALESCE(excluded.sdk_version, i.sdk_version),
        client_ip = COALESCE(excluded.client_ip, i.client_ip)`,
);

export const SHOW_APPLICATIONS = statement<
  [appNames: readonly string[]],
  { appName: string; data: ApplicationPayload }
>(
  'usage.show-applications',
  /* sql */ `
    SELECT a.app_name AS "appName", ${APPLICATION_EVENT_JSON} AS data
    FROM client_application a WHERE a.app_name = ANY ($1::text[])
    ORDER BY a.app_name COLLATE "C"`,
);

/** Adds to what was lost in the present hour. */
export const NOTE_LOSSES = statement<[reasons: readonly string[], counters: readonly number[]]>(
  'usage.note-losses',
  /* sql */ `
    INSERT INTO usage_loss AS l (hour, reason, counters)
    SELECT date_trunc('hour', now(), 'UTC'), r.reason, r.counters
      FROM unnest($1::text[], $2::bigint[]) AS r (reason, counters) ORDER BY r.reason COLLATE "C"
    ON CONFLICT ON CONSTRAINT usage_loss_pkey DO UPDATE
      SET counters = ${sum('l.counters', 'excluded.counters')}`,
);

export const DELETE_LOSSES = statement<[days: number]>(
  'usage.delete-losses',
  'DELETE FROM usage_loss WHERE hour < now() - make_interval(hours => 24 * $1)',
);

/** Short, because everybody who uses the table waits behind a waiting lock. */
const LOCK_TIMEOUT = '2s';

export const TRY_LOCK = statement<[], { held: boolean }>(
  'usage.try-lock',
  "SELECT pg_try_advisory_xact_lock(hashtext('usage-days')) AS held",
);

/** The days that need partitions: those around today, and those of late reports. */
export const DAYS_WITHOUT = statement<[kept: number, ahead: number], { day: string }>(
  'usage.days-without',
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

export const ADD_DAY = statement<[day: string]>('usage.add-day', 'SELECT add_usage_day($1)');

/** Drops days by number of kept days; returns how many. */
export const DROP_DAYS_BEFORE = statement<[keptDays: number], { dropped: number }>(
  'usage.drop-days-before',
  "SELECT drop_usage_before((now() AT TIME ZONE 'UTC')::date - $1::int) AS dropped",
);

export const LIMIT_LOCK_WAIT = statement<[]>(
  'usage.limit-lock-wait',
  `SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`,
);

export const DELETE_INSTANCES = statement<[days: number]>(
  'usage.delete-instances',
  'DELETE FROM client_instance WHERE seen_at < now() - make_interval(hours => 24 * $1)',
);

export const DELETE_FEATURES_OF_APPLICATIONS = statement<[days: number]>(
  'usage.delete-features-of-applications',
  /* sql */ `
    DELETE FROM client_application_feature WHERE hour < now() - make_interval(hours => 24 * $1)`,
);
