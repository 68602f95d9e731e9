import { keepingRemoved } from '../../core/event/removed-parts.sql.js';
import { statement } from '../../platform/database/statement.js';
import type { Json } from '../../platform/http/json.js';
import { ENVIRONMENT_STATE } from '../feature/feature-state.sql.js';
import type {
  EnvironmentListResponse,
  EnvironmentResponse,
  EnvironmentsOfProjectResponse,
} from './environment.dto.js';

const FIELDS = /* sql */ `
  'name', e.name, 'type', e.type, 'enabled', e.enabled, 'protected', e.protected,
  'sortOrder', e.sort_order`;

/** JSON of an environment `e`, as in responses and events. */
const ENVIRONMENT_JSON = /* sql */ `json_build_object(${FIELDS})`;

export const READ_ENVIRONMENT = statement<
  [name: string],
  { environment: Json<EnvironmentResponse> }
>(
  'environment.read-environment',
  /* sql */ `
    SELECT ${ENVIRONMENT_JSON}::text AS environment FROM environment e WHERE e.name = $1`,
);

/**
 * A feature counts as on when it is live and its project has the environment: strategies may remain
 * in an environment that was removed from the project.
 */
export const LIST_ENVIRONMENTS = statement<
  [hiddenProjects: readonly string[]],
  { list: Json<EnvironmentListResponse> }
>(
  'environment.list-environments',
  /* sql */ `
    WITH projects AS (
      SELECT pe.environment, count(*)::int AS n FROM project_environment pe
        JOIN project p ON p.id = pe.project AND p.archived_at IS NULL
       WHERE p.id <> ALL ($1::text[]) GROUP BY 1
    ), tokens AS (
      SELECT t.environment, count(*)::int AS n FROM api_token t
       WHERE NOT EXISTS (SELECT FROM api_token_project tp
         WHERE tp.token_id = t.id AND tp.project = ANY ($1::text[])) GROUP BY 1
    ), features AS (
      SELECT environment, sum(n)::int AS n
        FROM (SELECT fe.environment, f.project, count(*) AS n
          FROM feature_environment fe
          JOIN feature f ON f.name = fe.feature_name AND f.archived_at IS NULL
         WHERE fe.enabled AND f.project <> ALL ($1::text[]) GROUP BY 1, 2
         OFFSET 0 /* so that few rows are joined */) enabled
        JOIN project_environment pe USING (project, environment) GROUP BY 1
    )
    SELECT json_build_object('version', 1,
      'environments', COALESCE(json_agg(json_build_object(${FIELDS},
             'projectCount', COALESCE(p.n, 0), 'apiTokenCount', COALESCE(t.n, 0),
             'enabledToggleCount', COALESCE(f.n, 0)
           ) ORDER BY e.sort_order, e.name), '[]'))::text AS list
      FROM environment e
      LEFT JOIN projects p ON p.environment = e.name
      LEFT JOIN tokens t ON t.environment = e.name
      LEFT JOIN features f ON f.environment = e.name`,
);

/**
 * Lists all environments, including those the project does not have, with zeros for an unknown
 * project (reference behaviour).
 */
export const LIST_ENVIRONMENTS_OF_PROJECT = statement<
  [project: string | null],
  { list: Json<EnvironmentsOfProjectResponse> }
>(
  'environment.list-environments-of-project',
  /* sql */ `
    WITH tokens AS (
      SELECT t.environment, count(*)::int AS n FROM api_token t JOIN project p ON p.id = $1
       WHERE t.all_projects OR EXISTS (SELECT FROM api_token_project tp
         WHERE tp.token_id = t.id AND tp.project = $1) GROUP BY 1
    ), features AS (
      SELECT fe.environment, count(*)::int AS n FROM feature f
        JOIN feature_environment fe ON fe.feature_name = f.name AND fe.enabled
       WHERE f.project = $1 AND f.archived_at IS NULL GROUP BY 1
    )
    SELECT json_build_object('version', 1,
      'environments', COALESCE(json_agg(entry.json ORDER BY e.sort_order, e.name), '[]'))::text
        AS list
      FROM environment e
      LEFT JOIN project_environment pe ON pe.project = $1 AND pe.environment = e.name
      LEFT JOIN tokens t ON t.environment = e.name
      LEFT JOIN features f ON f.environment = e.name AND pe.project IS NOT NULL
      CROSS JOIN LATERAL (SELECT jsonb_build_object(${FIELDS},
        'projectApiTokenCount', COALESCE(t.n, 0), 'projectEnabledToggleCount', COALESCE(f.n, 0))
        || CASE WHEN pe.default_strategy IS NULL THEN '{}'
          ELSE jsonb_build_object('defaultStrategy', pe.default_strategy) END AS json) entry`,
);

export const TAKEN = statement<[name: string]>(
  'environment.taken',
  'SELECT FROM environment WHERE name = $1',
);

export const SORT_ENVIRONMENTS = statement<[positions: string]>(
  'environment.sort-environments',
  /* sql */ `
    UPDATE environment e SET sort_order = wanted.value::int
      FROM jsonb_each_text($1::jsonb) AS wanted
     WHERE e.name = wanted.key AND e.sort_order <> wanted.value::int`,
);

export const LAST_SORT_ORDER = statement<[], { last: number }>(
  'environment.last-sort-order',
  'SELECT COALESCE(max(sort_order), 0) AS last FROM environment',
);

export const READ_IN_EVENT = statement<[name: string], { environment: EnvironmentResponse }>(
  'environment.read-in-event',
  /* sql */ `
    SELECT ${ENVIRONMENT_JSON} AS environment FROM environment e WHERE e.name = $1`,
);

export const LOCK_CLONE_PROJECTS = statement<
  [source: string, wanted: readonly string[] | null, hiddenProjects: readonly string[]],
  { id: string }
>(
  'environment.lock-clone-projects',
  /* sql */ `
    SELECT id FROM project
     WHERE archived_at IS NULL
       AND CASE WHEN $2::text[] IS NULL THEN id
         IN (SELECT project FROM project_environment WHERE environment = $1) ELSE id = ANY ($2) END
       AND id <> ALL ($3::text[])
     ORDER BY id FOR NO KEY UPDATE /* locks projects */`,
);

export const LOCK_PROJECTS = statement<[environment: string]>(
  'environment.lock-projects',
  /* sql */ `
    SELECT FROM project WHERE id IN (SELECT project FROM project_environment
      WHERE environment = $1) ORDER BY id FOR NO KEY UPDATE /* locks projects */`,
);

export const LOCK_FEATURES = statement<[environment: string]>(
  'environment.lock-features',
  /* sql */ `
    SELECT FROM feature WHERE name IN (SELECT feature_name FROM feature_environment
      WHERE environment = $1 AND strategy_count > 0) ORDER BY name COLLATE "C"
      FOR SHARE /* locks features */`,
);

export const LOCK_FEATURE_ENVIRONMENTS = statement<[environment: string]>(
  'environment.lock-feature-environments',
  /* sql */ `
    SELECT FROM feature_environment WHERE environment = $1 ORDER BY feature_name COLLATE "C"
      FOR UPDATE /* locks featureEnvironments */`,
);

export const PROJECTS_WITHOUT_OTHERS = statement<[environment: string], { project: string }>(
  'environment.projects-without-others',
  /* sql */ `
    SELECT pe.project FROM project_environment pe
     WHERE pe.environment = $1
       AND NOT EXISTS (SELECT FROM project_environment o
         WHERE o.project = pe.project AND o.environment <> $1)
     ORDER BY 1`,
);

/** Stores which projects have an environment that is deleted. */
const KEEP_PLACES = statement<[environment: string]>(
  'environment.keep-places',
  keepingRemoved(
    'environment-deleted',
    "''",
    /* sql */ `
      SELECT pe.project, pe.environment, NULL::text, '{}'::jsonb FROM project_environment pe
       WHERE pe.environment = $1`,
  ),
);

/** Stores the state of features in an environment that is deleted, unless they have none there. */
const KEEP_STATES = statement<[environment: string]>(
  'environment.keep-states',
  keepingRemoved(
    'environment-deleted',
    "''",
    /* sql */ `
      SELECT f.project, fe.environment, f.name, (${ENVIRONMENT_STATE})::jsonb
        FROM feature_environment fe JOIN feature f ON f.name = fe.feature_name
       WHERE fe.environment = $1 AND (fe.enabled OR fe.variants <> '[]' OR fe.strategy_count > 0)`,
  ),
);

export const KEEP_REMOVED = [KEEP_PLACES, KEEP_STATES];

/** Deletes when features were last used in the environment, which no foreign key covers. */
export const DELETE_USAGE = statement<[environment: string]>(
  'environment.delete-usage',
  'DELETE FROM feature_environment_usage WHERE environment = $1',
);
