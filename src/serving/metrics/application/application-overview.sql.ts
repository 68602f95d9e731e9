import { isHiddenApplication, isHiddenFeature } from '../../../core/auth/permissions/hidden.sql.js';
import { isOutdated } from '../../../flags/project/application/outdated-sdk.js';
import { statement } from '../../../platform/database/statement.js';
import type { Json } from '../../../platform/http/json.js';
import type { OutdatedSdksResponse } from '../../../flags/project/application/application.dto.js';
import { askedIn, IS_ALIVE } from './application-parts.sql.js';
import type {
  ApplicationInstancesResponse,
  ApplicationOverviewResponse,
} from './application.response.js';

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
  'application-overview.read-overview',
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
  'application-overview.list-instances',
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
  'application-overview.list-outdated-sdks',
  /* sql */ `
    SELECT json_build_object('sdks', COALESCE(json_agg(json_build_object(
             'sdkVersion', old.sdk_version, 'applications', old.applications)
             ORDER BY old.sdk_version), '[]'))::text AS answer
      FROM (SELECT i.sdk_version, json_agg(DISTINCT i.app_name ORDER BY i.app_name) AS applications
              FROM client_instance i WHERE ${IS_ALIVE}
                AND NOT ${isHiddenApplication('i.app_name', '$1::text[]')}
             GROUP BY 1 HAVING ${isOutdated('i.sdk_version')}) old`,
);
