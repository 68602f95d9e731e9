import { isHiddenApplication, isHiddenFeature } from '../../auth/permissions/hidden.sql.js';
import { BARE_FEATURE_JSON } from '../../feature/feature.sql.js';
import { isOutdated } from '../../sdk/outdated-sdk.js';
import { statement } from '../../database/statement.js';
import type { ApplicationPayload } from '../../event/event-payloads.js';
import { STRATEGY_DEFINITION_JSON } from '../../strategy-definition/strategy-definition.sql.js';
import type { Json } from '../../http/json.js';
import type { OutdatedSdksResponse } from '../../project/application/application.response.js';
import type {
  ApplicationDetailsResponse,
  ApplicationInstancesResponse,
  ApplicationOverviewResponse,
  ApplicationsResponse,
} from './application.response.js';

/** Condition: an instance `i` was seen within the last two days. */
const IS_ALIVE = "i.seen_at > now() - interval '48 hours'";

/** What the tokens of application `a` give access to, without deleted and hidden projects. */
const places = (hidden: string): string => /* sql */ `
  client_application_usage u
    WHERE u.app_name = a.app_name
      AND (u.project = '*' OR EXISTS (SELECT FROM project p WHERE p.id = u.project))
    AND u.project <> ALL (${hidden})`;

/** The strategies that application `a` supports, in its order. */
const STRATEGY_NAMES = /* sql */ `
  CASE WHEN a.strategies = '{}' THEN '[]' ELSE (SELECT COALESCE(json_agg(s.name ORDER BY s.n), '[]')
    FROM unnest(a.strategies) WITH ORDINALITY AS s (name, n)
    WHERE EXISTS (SELECT FROM strategy_definition d WHERE d.name = s.name)) END`;

/** The same strategies with their definitions, including those that are not defined here. */
const STRATEGY_DEFINITIONS = /* sql */ `
  (SELECT COALESCE(json_agg(CASE
    WHEN d.name IS NULL THEN json_build_object('name', s.name, 'notFound', true)
                                 ELSE ${STRATEGY_DEFINITION_JSON} END ORDER BY s.n), '[]')
     FROM unnest(a.strategies) WITH ORDINALITY AS s (name, n)
     LEFT JOIN strategy_definition d ON d.name = s.name)`;

/**
 * JSON of application `a` with what `place` says about where it may look: the projects with their
 * environments, and the first project and environment by name.
 */
const applicationJson = (strategies: string, more = ''): string => /* sql */ `
  json_build_object('appName', a.app_name, 'createdAt', iso8601(a.created_at),
    'updatedAt', iso8601(a.updated_at), 'lastSeen', iso8601(a.seen_at),
    'createdBy', a.created_by, 'description', a.description,
    'strategies', ${strategies}, 'project', place.project, 'environment', place.environment,
    'url', a.url, 'color', a.color, 'icon', a.icon, 'usage', place.usage${more})`;

/** The `place` of application `a`. */
const place = (hidden: string): string => /* sql */ `
  LATERAL (
    SELECT COALESCE(json_agg(json_build_object('project', p.project,
             'environments', p.environments) ORDER BY p.project), '[]') AS usage,
           min(p.project) AS project,
           (array_agg(p.environment ORDER BY p.project))[1] AS environment
      FROM (SELECT u.project, json_agg(u.environment ORDER BY u.environment) AS environments,
                   min(u.environment) AS environment
              FROM ${places(hidden)} GROUP BY 1) p) place`;

/** A page of applications with a text that matches the pattern, where one is given. */
const listed = (direction: 'ASC' | 'DESC'): string => /* sql */ `
    WITH found AS NOT MATERIALIZED (
      SELECT a.* FROM client_application a
       WHERE ($1::text IS NULL OR a.app_name ILIKE $1
              OR EXISTS (SELECT FROM ${places('$4::text[]')}
                AND (u.project ILIKE $1 OR u.environment ILIKE $1)))
         AND ($5::text IS NULL OR EXISTS (SELECT FROM ${places('$4::text[]')} AND u.project = $5))
         AND ($6::text IS NULL OR EXISTS (SELECT
           FROM ${places('$4::text[]')} AND u.environment = $6))
         AND NOT ${isHiddenApplication('a.app_name', '$4::text[]')}
    ), page AS (
      SELECT * FROM found ORDER BY app_name ${direction} OFFSET $2 LIMIT $3
    )
    SELECT json_build_object('total', (SELECT count(*) FROM found), 'applications',
             (SELECT COALESCE(json_agg(${applicationJson(STRATEGY_NAMES)}
               ORDER BY a.app_name ${direction}), '[]')
                FROM page a CROSS JOIN ${place('$4::text[]')}))::text AS answer`;

/** A project and an environment where the application may look, or null for any. */
type ListParams = [
  pattern: string | null,
  offset: number,
  limit: number,
  hiddenProjects: readonly string[],
  project: string | null,
  environment: string | null,
];

export const LIST_ASCENDING = statement<ListParams, { answer: Json<ApplicationsResponse> }>(
  'application.list-ascending',
  listed('ASC'),
);

export const LIST_DESCENDING = statement<ListParams, { answer: Json<ApplicationsResponse> }>(
  'application.list-descending',
  listed('DESC'),
);

/**
 * A recursive `place`: the environments in which an application asked for features, each found by
 * one look into an index.
 */
const askedIn = (appName: string): string => /* sql */ `
  place (environment) AS (
    SELECT min(c.environment) FROM client_application_feature c WHERE c.app_name = ${appName}
    UNION ALL
    SELECT (SELECT min(c.environment) FROM client_application_feature c
      WHERE c.app_name = ${appName} AND c.environment > place.environment)
      FROM place WHERE place.environment IS NOT NULL
  )`;

/** Maximum number of instances, and of features, in the details of an application. */
const SHOWN_AT_MOST = 1000;

/** What the details of application `a` have in addition. */
const DETAILS = /* sql */ `,
    'instances', (
      SELECT COALESCE(json_agg(json_build_object('appName', i.app_name,
        'environment', i.environment, 'instanceId', i.instance_id,
               'sdkVersion', i.sdk_version, 'clientIp', i.client_ip, 'lastSeen', iso8601(i.seen_at),
               'createdAt', iso8601(i.created_at))
               ORDER BY i.seen_at DESC, i.environment, i.instance_id), '[]')
        FROM (SELECT * FROM client_instance i WHERE i.app_name = a.app_name AND ${IS_ALIVE}
               ORDER BY i.seen_at DESC, i.environment, i.instance_id LIMIT ${SHOWN_AT_MOST}) i),
    'seenToggles', (
      SELECT COALESCE(json_agg(COALESCE(
        (SELECT ${BARE_FEATURE_JSON} FROM feature f WHERE f.name = c.feature_name),
        json_build_object('name', c.feature_name, 'notFound', true)) ORDER BY c.feature_name), '[]')
        FROM (
          WITH RECURSIVE ${askedIn('$1')}
          SELECT DISTINCT c.feature_name FROM place CROSS JOIN LATERAL (
            SELECT c.feature_name FROM client_application_feature c
             WHERE c.app_name = $1 AND c.environment = place.environment
               AND c.hour > now() - interval '720 hours'
               AND (cardinality($2::text[]) = 0 OR COALESCE(
                 (SELECT f.project <> ALL ($2::text[]) FROM feature f
                   WHERE f.name = c.feature_name),
                 NOT ${isHiddenFeature('c.feature_name', '$2::text[]')}))
             ORDER BY c.feature_name LIMIT ${SHOWN_AT_MOST}) c
           ORDER BY 1 LIMIT ${SHOWN_AT_MOST}) c),
    'links', json_build_object('self', '/api/applications/' || a.app_name)`;

/** JSON of an application `a`, as in events. */
export const APPLICATION_EVENT_JSON = /* sql */ `
  json_build_object('appName', a.app_name, 'description', a.description, 'strategies', a.strategies,
    'url', a.url, 'color', a.color, 'icon', a.icon)`;

const PRIVATE_IDS = "ARRAY(SELECT id FROM project WHERE mode = 'private')";

/**
 * The private projects, comma-separated, of applications that are known in no others. Their events
 * belong to these projects, so that they stay private after the application is deleted.
 */
export const PRIVATE_PLACES = statement<
  [appNames: readonly string[]],
  { appName: string; project: string }
>(
  'application.private-places',
  /* sql */ `
    SELECT own.app_name AS "appName",
      string_agg(DISTINCT own.project, ',' ORDER BY own.project) AS project
      FROM client_application_usage own JOIN project p ON p.id = own.project AND p.mode = 'private'
     WHERE own.app_name = ANY ($1::text[])
       AND ${isHiddenApplication('own.app_name', PRIVATE_IDS)}
     GROUP BY 1`,
);

/** One application, unless it is only known in hidden projects. */
export const READ_APPLICATION = statement<
  [appName: string, hiddenProjects: readonly string[]],
  { answer: Json<ApplicationDetailsResponse> }
>(
  'application.read-application',
  /* sql */ `
    SELECT ${applicationJson(STRATEGY_DEFINITIONS, DETAILS)}::text AS answer
      FROM client_application a CROSS JOIN ${place('$2::text[]')}
     WHERE a.app_name = $1 AND NOT ${isHiddenApplication('$1', '$2::text[]')}`,
);

/** The rows `c` of what application `$1` asked for within the last 30 days. */
const REPORTED = /* sql */ `
  client_application_feature c
    WHERE c.app_name = $1 AND c.hour > now() - interval '720 hours'`;

/**
 * The state of one application in each environment. Features are made distinct before they are
 * joined, because an application may ask for every feature in every environment, and only counted,
 * unless some are missing.
 */
export const APPLICATION_OVERVIEW = statement<
  [appName: string, hiddenProjects: readonly string[]],
  { answer: Json<ApplicationOverviewResponse> }
>(
  'application.application-overview',
  /* sql */ `
    WITH RECURSIVE ${askedIn('$1')}, found AS MATERIALIZED (
      SELECT f.project, count(*) AS features
        FROM (SELECT c.feature_name FROM ${REPORTED} GROUP BY 1) asked
        LEFT JOIN feature f ON f.name = asked.feature_name GROUP BY 1
    ), known AS (
      SELECT * FROM found WHERE project IS NOT NULL AND project <> ALL ($2::text[])
    ), missing AS MATERIALIZED (
      SELECT DISTINCT c.feature_name AS name
        FROM found CROSS JOIN LATERAL (SELECT c.feature_name FROM ${REPORTED}
          AND found.features > 0
          AND NOT EXISTS (SELECT FROM feature f WHERE f.name = c.feature_name)
          AND NOT ${isHiddenFeature('c.feature_name', '$2::text[]')} OFFSET 0) c
       WHERE found.project IS NULL
    ), missed AS (
      SELECT c.environment, c.feature_name FROM ${REPORTED}
         AND EXISTS (SELECT FROM missing) AND c.feature_name IN (SELECT name FROM missing)
    ), used AS (
      SELECT place.environment FROM place
       WHERE EXISTS (SELECT FROM ${REPORTED} AND c.environment = place.environment
         AND (cardinality($2::text[]) = 0 OR c.feature_name IN (SELECT name FROM missing)
           OR EXISTS (SELECT FROM feature f
             WHERE f.name = c.feature_name AND f.project <> ALL ($2::text[]))))
    ), alive AS (
      SELECT i.environment, i.sdk_version, i.seen_at FROM client_instance i
        WHERE i.app_name = $1 AND ${IS_ALIVE}
    ), places AS (
      SELECT environment FROM used UNION SELECT environment FROM alive
      UNION SELECT environment FROM client_application_usage
        WHERE app_name = $1 AND project <> ALL ($2::text[])
    )
    SELECT json_build_object(
      'projects', (SELECT COALESCE(json_agg(project ORDER BY project), '[]') FROM known),
      'featureCount', (SELECT COALESCE(sum(features), 0) FROM known),
      'environments', (SELECT COALESCE(json_agg(json_build_object(
          'name', p.environment,
          'instanceCount', (SELECT count(*) FROM alive i WHERE i.environment = p.environment),
          'sdks', (SELECT COALESCE(json_agg(DISTINCT i.sdk_version ORDER BY i.sdk_version), '[]')
            FROM alive i
                    WHERE i.environment = p.environment AND i.sdk_version IS NOT NULL),
          'lastSeen', (SELECT iso8601(max(i.seen_at)) FROM alive i
            WHERE i.environment = p.environment),
          'issues', json_build_object(
            'missingFeatures', (SELECT COALESCE(json_agg(m.feature_name ORDER BY m.feature_name),
              '[]') FROM missed m WHERE m.environment = p.environment),
            'outdatedSdks', (SELECT COALESCE(json_agg(DISTINCT i.sdk_version
              ORDER BY i.sdk_version), '[]') FROM alive i
                              WHERE i.environment = p.environment
                                AND ${isOutdated('i.sdk_version')}))
        ) ORDER BY p.environment), '[]') FROM places p),
      'issues', json_build_object('missingStrategies', (
        SELECT COALESCE(json_agg(s.name ORDER BY s.name), '[]')
          FROM unnest(a.strategies) AS s (name)
         WHERE NOT EXISTS (SELECT FROM strategy_definition d WHERE d.name = s.name)))
    )::text AS answer
    FROM client_application a
    WHERE a.app_name = $1 AND NOT ${isHiddenApplication('$1', '$2::text[]')}`,
);

/** The instances of an application in an environment. */
export const LIST_INSTANCES = statement<
  [appName: string, hiddenProjects: readonly string[], environment: string],
  { answer: Json<ApplicationInstancesResponse> }
>(
  'application.list-instances',
  /* sql */ `
    SELECT json_build_object('instances', (
             SELECT COALESCE(json_agg(json_build_object('instanceId', i.instance_id,
               'sdkVersion', i.sdk_version, 'clientIp', i.client_ip,
                      'lastSeen', iso8601(i.seen_at)) ORDER BY i.seen_at DESC, i.instance_id), '[]')
               FROM (SELECT i.* FROM client_instance i
                 WHERE i.app_name = $1 AND i.environment = $3 AND ${IS_ALIVE}
                      ORDER BY i.seen_at DESC, i.instance_id LIMIT 1000) i))::text AS answer
      FROM client_application WHERE app_name = $1
        AND NOT ${isHiddenApplication('$1', '$2::text[]')}`,
);

/** Outdated SDKs of visible applications. */
export const LIST_OUTDATED_SDKS = statement<
  [hiddenProjects: readonly string[]],
  { answer: Json<OutdatedSdksResponse> }
>(
  'application.list-outdated-sdks',
  /* sql */ `
    SELECT json_build_object('sdks', COALESCE(json_agg(json_build_object(
             'sdkVersion', old.sdk_version, 'applications', old.applications)
             ORDER BY old.sdk_version), '[]'))::text AS answer
      FROM (SELECT i.sdk_version, json_agg(DISTINCT i.app_name ORDER BY i.app_name) AS applications
              FROM client_instance i WHERE ${IS_ALIVE}
                AND NOT ${isHiddenApplication('i.app_name', '$1::text[]')}
             GROUP BY 1 HAVING ${isOutdated('i.sdk_version')}) old`,
);

/**
 * Creates the application, or locks an existing one, which `DO NOTHING` would not protect from
 * deletion.
 */
export const CREATE = statement<
  [appName: string, callerName: string],
  { created: boolean; shown: ApplicationPayload }
>(
  'application.create',
  /* sql */ `
    INSERT INTO client_application AS a (app_name, created_by, is_reported) VALUES ($1, $2, false)
    ON CONFLICT ON CONSTRAINT client_application_pkey DO UPDATE SET app_name = a.app_name
    RETURNING xmax = 0 AS created, ${APPLICATION_EVENT_JSON} AS shown`,
);

const given = (column: string): string => /* sql */ `
      ${column} = CASE WHEN $2::jsonb ? '${column}' THEN $2::jsonb ->> '${column}'
        ELSE a.${column} END`;

/** Updates the given properties of an application; others stay. */
export const DESCRIBE = statement<
  [appName: string, description: string],
  { shown: ApplicationPayload }
>(
  'application.describe',
  /* sql */ `
    UPDATE client_application a SET
      strategies = CASE WHEN $2::jsonb ? 'strategies'
        THEN ARRAY(SELECT jsonb_array_elements_text($2::jsonb -> 'strategies'))
          ELSE a.strategies END,
      ${['description', 'url', 'color', 'icon'].map(given).join(', ')}
     WHERE a.app_name = $1
    RETURNING ${APPLICATION_EVENT_JSON} AS shown`,
);

export const TOUCH = statement<[appName: string]>(
  'application.touch',
  'UPDATE client_application SET updated_at = now() WHERE app_name = $1',
);

export const DELETE = statement<[appName: string], { shown: ApplicationPayload }>(
  'application.delete',
  /* sql */ `
    DELETE FROM client_application a WHERE a.app_name = $1
      RETURNING ${APPLICATION_EVENT_JSON} AS shown`,
);

/** Returns a row when an application is only known in hidden projects. */
export const IS_HIDDEN = statement<[appName: string, hiddenProjects: readonly string[]]>(
  'application.is-hidden',
  /* sql */ `
    SELECT WHERE ${isHiddenApplication('$1', '$2::text[]')}`,
);
