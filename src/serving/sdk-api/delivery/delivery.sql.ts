import type {
  DeliveryProgressResponse,
  EventDeliveryResponse,
  FeatureDeliveryResponse,
} from '../../../flags/feature/feature-preview.response.js';
import { statement } from '../../../platform/database/statement.js';
import type { Json } from '../../../platform/http/json.js';
import { typesOf } from '../../../core/event/event-entries.js';

/** For how many seconds an instance counts as running without writing again. */
export const VALID_SECONDS = 25;

/**
 * Stores what an instance serves in environments: everything visible in a horizon, or everything
 * that is committed now if that is null. The environment '' says that the instance is running.
 * @param validSeconds How long it counts without writing again; usually {@link VALID_SECONDS}.
 */
export const NOTE_INSTANCE = statement<
  [
    instance: string,
    environments: readonly string[],
    horizons: readonly (string | null)[],
    validSeconds: number,
  ]
>(
  'delivery.note-instance',
  /* sql */ `
    INSERT INTO sdk_instance (instance_id, environment, horizon, expires_at)
    SELECT $1::uuid, n.environment, COALESCE(n.horizon::pg_snapshot, pg_current_snapshot()),
           clock_timestamp() + make_interval(secs => $4)
      FROM unnest($2::text[], $3::text[]) n (environment, horizon)
     ORDER BY n.environment COLLATE "C"
    ON CONFLICT ON CONSTRAINT sdk_instance_pkey DO UPDATE
      SET horizon = excluded.horizon, expires_at = excluded.expires_at`,
);

/** Removes an instance that stops. */
export const FORGET_INSTANCE = statement<[instance: string]>(
  'delivery.forget-instance',
  'DELETE FROM sdk_instance WHERE instance_id = $1::uuid',
);

/** Removes instances that have not written for long. */
export const FORGET_INSTANCES = statement<[]>(
  'delivery.forget-instances',
  'DELETE FROM sdk_instance WHERE expires_at < now()',
);

/** What pages have for the version of an SDK. */
export const PAGE_VERSION = 'ofrep-page';
const IS_LATER = 'pg_snapshot_xmax(excluded.horizon) > pg_snapshot_xmax(c.horizon)';

/**
 * Stores the states that SDKs have received. Newer stored states stay. Ordered by key, so that
 * concurrent writers cannot deadlock. A horizon from the future comes from before the database was
 * restored and is ignored, because it would seem to include all later changes. What a page has
 * evaluated may be known to another instance than that of its stream, so it never goes back.
 */
export const NOTE_SDKS = statement<[sdks: string]>(
  'delivery.note-sdks',
  /* sql */ `
    INSERT INTO sdk_connection
      AS c (environment, app_name, instance_id, connection_id, sdk_version, mode, projects,
        hidden_projects, name_prefix, tags,
           fetched_at, expires_at, horizon)
    SELECT environment, "appName", "instanceId", "connectionId", "sdkVersion", mode, projects,
      hidden, "namePrefix", tags,
           clock_timestamp() - make_interval(secs => age),
             clock_timestamp() + make_interval(secs => "left"), horizon
      FROM jsonb_to_recordset($1::jsonb)
        AS r (environment text, "appName" text, "instanceId" text, "connectionId" text,
          "sdkVersion" text, mode text,
             projects text[], hidden text[], "namePrefix" text, tags text[], age float8,
               "left" float8, horizon pg_snapshot)
     WHERE pg_snapshot_xmax(horizon) <= pg_snapshot_xmax(pg_current_snapshot())
     ORDER BY environment COLLATE "C", "appName" COLLATE "C", "instanceId" COLLATE "C",
       "connectionId" COLLATE "C"
    ON CONFLICT ON CONSTRAINT sdk_connection_pkey DO UPDATE SET
      sdk_version = excluded.sdk_version, mode = excluded.mode, projects = excluded.projects,
        hidden_projects = excluded.hidden_projects,
      name_prefix = excluded.name_prefix, tags = excluded.tags,
      fetched_at = GREATEST(c.fetched_at, excluded.fetched_at), expires_at = excluded.expires_at,
      horizon = CASE WHEN excluded.sdk_version = '${PAGE_VERSION}' AND NOT ${IS_LATER}
        THEN c.horizon ELSE excluded.horizon END
    WHERE excluded.fetched_at >= c.fetched_at
       OR excluded.sdk_version = '${PAGE_VERSION}' AND ${IS_LATER}`,
);

/** Deletes disconnected SDKs. */
export const FORGET_SDKS = statement<[]>(
  'delivery.forget-sdks',
  "DELETE FROM sdk_connection WHERE expires_at < now() - interval '1 minute'",
);

/** Maximum number of listed SDKs. */
const MAX_PENDING = 500;

/** Maximum number of listed applications. */
const MAX_APPLICATIONS = 100;

/** Changes that only concern SDKs that ask for features with tags. */
const IS_TAGGING = "e.type IN ('feature-tagged', 'feature-untagged')";

/**
 * Whether everything recent is visible in the horizon of a row.
 * @param isIndifferent Condition of a recent change `r` that does not concern the row.
 */
const hasRecent = (row: string, isIndifferent = 'false'): string => /* sql */ `
  NOT EXISTS (SELECT FROM recent r
    WHERE NOT (r.is_foreign OR ${isIndifferent}
      OR pg_visible_in_snapshot(r.transaction_id, ${row}.horizon)))`;

/**
 * Whether a connected SDK `c` receives a feature. A horizon that this cluster has not reached comes
 * from a dump.
 */
const receives = (project: string, feature: string, environment: string): string => /* sql */ `
  c.environment = ${environment} AND c.expires_at > now()
         AND pg_snapshot_xmax(c.horizon) <= (SELECT next FROM here)
         AND (c.projects IS NULL OR ${project} = ANY (c.projects))
         AND ${project} <> ALL (c.hidden_projects) AND starts_with(${feature}, c.name_prefix)
         AND (c.tags IS NULL OR c.tags && (SELECT array_agg(type || ':' || value) FROM feature_tag
           WHERE feature_name = ${feature}))`;

/** The latest changes, and the connected SDKs that receive the feature. */
const SDKS = /* sql */ `
    here AS MATERIALIZED (
      SELECT pg_snapshot_xmax(pg_current_snapshot()) AS next
    ), recent AS MATERIALIZED (
      SELECT e.id, e.created_at, e.transaction_id >= (SELECT next FROM here) AS is_foreign,
        e.transaction_id, ${IS_TAGGING} AS is_tagging FROM event e
       WHERE e.feature_name = $2 AND (e.environment IS NULL OR e.environment = $3)
         AND e.type IN (${typesOf('feature')})
         AND (NOT (${IS_TAGGING}) OR EXISTS (SELECT FROM sdk_connection c
           WHERE c.environment = $3 AND c.expires_at > now() AND c.tags IS NOT NULL))
       ORDER BY e.id DESC LIMIT 20
    ), latest AS (
      SELECT id, created_at FROM recent ORDER BY id DESC LIMIT 1
    ), sdk AS MATERIALIZED (
      SELECT c.*, ${hasRecent('c', '(r.is_tagging AND c.tags IS NULL)')} AS has
        FROM sdk_connection c
       WHERE ${receives('$1', '$2', '$3')}
    )`;

/** Whether all instances and all streaming SDKs have it. */
const OUTCOME = /* sql */ `outcome AS (
      SELECT EXISTS (SELECT FROM instance) AND NOT EXISTS (SELECT FROM instance WHERE NOT has)
         AND NOT EXISTS (SELECT FROM sdk WHERE NOT has AND mode = 'streaming') AS "isComplete"
    )`;

/**
 * The running instances, and whether they serve the latest change. Each stores what it serves only
 * while somebody waits, after the states of its SDKs.
 */
const INSTANCES = /* sql */ `
    , instance AS MATERIALIZED (
      SELECT i.instance_id, bool_or(i.environment = $3
          AND pg_snapshot_xmax(i.horizon) <= (SELECT next FROM here)
          AND ${hasRecent('i')}) AS has
        FROM sdk_instance i
       WHERE i.environment IN ('', $3) AND i.expires_at > now()
       GROUP BY i.instance_id
    ), ${OUTCOME}`;

/** The applications of the connected SDKs, those with pending ones first. */
const APPLICATIONS = /* sql */ `
      (SELECT COALESCE(json_agg(json_build_object('appName', a.app_name, 'connected', a.connected,
          'delivered', a.delivered) ORDER BY a.delivered = a.connected, a.app_name), '[]')
         FROM (SELECT app_name, count(*) AS connected, count(*) FILTER (WHERE has) AS delivered
                 FROM sdk GROUP BY app_name ORDER BY bool_and(has), app_name
                LIMIT ${MAX_APPLICATIONS}) a)`;

const PROGRESS = /* sql */ `
      , 'complete', (SELECT "isComplete" FROM outcome), 'instances', (SELECT json_build_object(
          'connected', count(*), 'delivered', count(*) FILTER (WHERE has)) FROM instance)`;

/**
 * Counts the connected SDKs that have received the latest change of a feature in an environment.
 * Event ids are not in commit order, so an SDK has the latest change only if it has all of the last
 * few. In a restored database, events may have transaction ids that this cluster has not reached;
 * every SDK connected since has received them, and connections with such a horizon come from the
 * dump and do not count.
 */
const delivery = (withInstances: boolean): string => /* sql */ `
    WITH ${SDKS} ${withInstances ? INSTANCES : ''}
    SELECT json_build_object(
      'feature', f.name, 'environment', pe.environment, 'changedAt', iso8601(l.created_at),
      'eventId', l.id,
      'connected', (SELECT count(*) FROM sdk), 'delivered', (SELECT count(*) FROM sdk WHERE has),
      'applications', ${APPLICATIONS},
      'pending', (SELECT COALESCE(json_agg(json_build_object('appName', p.app_name,
        'instanceId', p.instance_id, 'sdkVersion', p.sdk_version,
                           'mode', p.mode, 'lastFetchedAt', iso8601(p.fetched_at))
                             ORDER BY p.fetched_at, p.app_name, p.instance_id), '[]')
                    FROM (SELECT * FROM sdk WHERE NOT has ORDER BY fetched_at, app_name, instance_id
                      LIMIT ${MAX_PENDING}) p)${withInstances ? PROGRESS : ''})::text AS answer
      ${withInstances ? ', (SELECT "isComplete" FROM outcome) AS "isComplete"' : ''}
      FROM feature f JOIN project_environment pe ON pe.project = f.project AND pe.environment = $3
      LEFT JOIN latest l ON true
     WHERE f.name = $2 AND f.project = $1`;

type DeliveryParams = [projectId: string, featureName: string, environment: string];

/** How far the latest change has reached SDKs. */
export const READ_DELIVERY = statement<DeliveryParams, { answer: Json<FeatureDeliveryResponse> }>(
  'delivery.read-delivery',
  delivery(false),
);

/** How far the latest change has reached SDKs and instances, while somebody waits. */
export const READ_PROGRESS = statement<
  DeliveryParams,
  { answer: Json<DeliveryProgressResponse>; isComplete: boolean }
>('delivery.read-progress', delivery(true));

/** What is known of the delivery of an event. */
export interface EventDelivery {
  /** Id of this installation of the service. */
  instanceId: string;
  issuedAt: string;
  /** Id of the transaction of the event. */
  revision: string;
  delivery: EventDeliveryResponse;
}

/** Maximum number of listed instances. */
const MAX_INSTANCES = 100;

/** Whether a change `h` is in the horizon of a row. */
const hasChange = (row: string): string =>
  `(h.is_foreign OR pg_visible_in_snapshot(h.transaction_id, ${row}.horizon))`;

/**
 * How far the change of an event has reached the SDKs and instances that are connected now. What
 * they have is known from the latest state that they received.
 */
export const READ_EVENT_DELIVERY = statement<[eventId: number], EventDelivery>(
  'delivery.read-event-delivery',
  /* sql */ `
    WITH here AS MATERIALIZED (
      SELECT pg_snapshot_xmax(pg_current_snapshot()) AS next, (SELECT id::text FROM instance) AS id
    ), change AS MATERIALIZED (
      SELECT e.feature_name, e.project, e.environment, e.transaction_id,
             e.transaction_id >= (SELECT next FROM here) AS is_foreign
        FROM event e WHERE e.id = $1::bigint LIMIT 1
    ), sdk AS MATERIALIZED (
      SELECT c.*, ${hasChange('c')} AS has
        FROM change h JOIN sdk_connection c
          ON ${receives('h.project', 'h.feature_name', 'h.environment')}
    ), instance AS MATERIALIZED (
      SELECT i.instance_id, bool_or(i.environment = h.environment
          AND pg_snapshot_xmax(i.horizon) <= (SELECT next FROM here) AND ${hasChange('i')}) AS has,
        max(i.expires_at - make_interval(secs => ${VALID_SECONDS}))
          FILTER (WHERE i.environment = h.environment) AS at
        FROM change h JOIN sdk_instance i ON i.environment IN ('', h.environment)
         AND i.expires_at > now()
       GROUP BY i.instance_id
    ), ${OUTCOME}
    SELECT (SELECT id FROM here) AS "instanceId", iso8601(now()) AS "issuedAt",
      h.transaction_id::text AS revision, json_build_object(
        'complete', (SELECT "isComplete" FROM outcome),
        'connected', (SELECT count(*) FROM sdk), 'delivered', (SELECT count(*) FROM sdk WHERE has),
        'applications', ${APPLICATIONS},
        'connections', (SELECT COALESCE(json_agg(json_build_object('appName', c.app_name,
            'instanceId', c.instance_id, 'sdkVersion', c.sdk_version, 'mode', c.mode,
            'hasChange', c.has, 'lastFetchedAt', iso8601(c.fetched_at))
            ORDER BY c.has, c.fetched_at, c.app_name, c.instance_id), '[]')
          FROM (SELECT * FROM sdk ORDER BY has, fetched_at, app_name, instance_id
                 LIMIT ${MAX_PENDING}) c),
        'instances', (SELECT json_build_object('connected', count(*),
            'delivered', count(*) FILTER (WHERE has)) FROM instance),
        'servedBy', (SELECT COALESCE(json_agg(json_build_object('instanceId', i.instance_id,
            'hasChange', i.has, 'reportedAt', iso8601(i.at)) ORDER BY i.has, i.instance_id), '[]')
          FROM (SELECT * FROM instance ORDER BY has, instance_id LIMIT ${MAX_INSTANCES}) i)
      ) AS delivery
      FROM change h`,
);
