import { isHiddenApplication, isHiddenFeature } from '../../../core/auth/permissions/hidden.sql.js';
import { BARE_FEATURE_JSON } from '../../../flags/feature/feature.sql.js';
import { statement } from '../../../platform/database/statement.js';
import { STRATEGY_DEFINITION_JSON } from '../../../flags/strategy-definition/strategy-definition.sql.js';
import type { Json } from '../../../platform/http/json.js';
import { askedIn, IS_ALIVE } from './application-parts.sql.js';
import type { ApplicationDetailsResponse, ApplicationsResponse } from './application.response.js';

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
