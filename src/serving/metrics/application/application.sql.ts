import { isHiddenApplication, isHiddenFeature } from '../../../core/auth/permissions/hidden.sql.js';
import { BARE_FEATURE_JSON } from '../../../flags/feature/feature.sql.js';
import type { OutdatedSdksResponse } from '../../../flags/project/application/application.dto.js';
import { isOutdated } from '../../../flags/project/application/outdated-sdk.js';
import { STRATEGY_DEFINITION_JSON } from '../../../flags/strategy-definition/strategy-definition.sql.js';
import { statement } from '../../../platform/database/statement.js';
import type { Json } from '../../../platform/http/json.js';
import type {
  ApplicationDetailsResponse,
  ApplicationInstancesResponse,
  ApplicationOverviewResponse,
  ApplicationsResponse,
} from './application.dto.js';

/** Condition: an instance `i` was seen within the last two days. */
export const IS_ALIVE = "i.seen_at > now() - interval '48 hours'";

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

/** What the tokens of application `a` give access to, without deleted and hidden projects. */
const places = (hidden: string): string => /* sql */ `
  client_application_usage u
    WHERE u.app_name = a.app_name
      AND (u.project = '*' OR EXISTS (SELECT FROM project p WHERE p.id = u.project))
    AND u.project <> ALL (${hidden})`;

/** The strategies that application `a` supports, in its order, also those not defined here. */
const STRATEGY_NAMES = 'a.strategies';

/** The same strategies with their definitions. */
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

const IS_OF_THE_MONTH = "c.hour > now() - interval '720 hours'";

/** The rows `c` of what application `$1` asked for within the last 30 days. */
const REPORTED = /* sql */ `
  client_application_feature c WHERE c.app_name = $1 AND ${IS_OF_THE_MONTH}`;

const FIRST_PLACE = '(SELECT min(environment) FROM place)';

/**
 * The rows `c` of `REPORTED` of the other environments than the first. They are described as two
 * ranges of the index, which PostgreSQL reads together and then in the order of the table: in the
 * order of the index, which it would prefer on fast disks, reading many rows takes twice as long.
 */
const REPORTED_ELSEWHERE = /* sql */ `
  client_application_feature c
    WHERE ${IS_OF_THE_MONTH}
      AND (c.app_name = $1 AND c.environment > ${FIRST_PLACE}
        OR c.app_name = (SELECT $1) AND c.environment < ${FIRST_PLACE})`;

/**
 * The state of one application in each environment. It may ask for every feature in every
 * environment, so features are only counted, and missing ones are looked for among the names that
 * are noted because they had no feature. Most applications ask for the same features everywhere, so
 * other environments are read only if some feature was not asked for in the first one.
 */
export const READ_OVERVIEW = statement<
  [appName: string, hiddenProjects: readonly string[]],
  { answer: Json<ApplicationOverviewResponse> }
>(
  'application.read-overview',
  /* sql */ `
    WITH RECURSIVE ${askedIn('$1')}, asked AS MATERIALIZED (
      SELECT f.name, f.project, c.feature_name IS NOT NULL AS is_first
        FROM feature f LEFT JOIN client_application_feature c
          ON c.app_name = $1 AND c.environment = ${FIRST_PLACE} AND c.feature_name = f.name
         AND ${IS_OF_THE_MONTH}
       WHERE f.project <> ALL ($2::text[])
    ), known AS MATERIALIZED (
      SELECT f.project, count(*) AS features
        FROM (SELECT project FROM asked WHERE is_first
              UNION ALL
              SELECT other.project FROM asked other
               WHERE NOT other.is_first
                 -- The inequality keeps the planner from making the names distinct, which takes
                 -- longer.
                 AND EXISTS (SELECT FROM ${REPORTED_ELSEWHERE}
                   AND c.feature_name = other.name AND c.feature_name <= other.name)) f
       GROUP BY 1
    ), missing AS MATERIALIZED (
      SELECT u.feature_name AS name FROM unknown_feature u
       WHERE EXISTS (SELECT FROM ${REPORTED} AND c.feature_name = u.feature_name)
         AND NOT EXISTS (SELECT FROM feature f WHERE f.name = u.feature_name)
         AND NOT ${isHiddenFeature('u.feature_name', '$2::text[]')}
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
          'sdks', sdks.list, 'backendSdks', sdks.list, 'frontendSdks', '[]'::json,
          'lastSeen', (SELECT iso8601(max(i.seen_at)) FROM alive i
            WHERE i.environment = p.environment),
          'issues', json_build_object(
            'missingFeatures', (SELECT COALESCE(json_agg(m.feature_name ORDER BY m.feature_name),
              '[]') FROM missed m WHERE m.environment = p.environment),
            'outdatedSdks', (SELECT COALESCE(json_agg(DISTINCT i.sdk_version
              ORDER BY i.sdk_version), '[]') FROM alive i
                              WHERE i.environment = p.environment
                                AND ${isOutdated('i.sdk_version')}))
        ) ORDER BY p.environment), '[]') FROM places p CROSS JOIN LATERAL (
          SELECT COALESCE(json_agg(DISTINCT i.sdk_version ORDER BY i.sdk_version), '[]') AS list
            FROM alive i WHERE i.environment = p.environment AND i.sdk_version IS NOT NULL) sdks),
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
