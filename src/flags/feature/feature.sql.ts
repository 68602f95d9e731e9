import { statement } from '../../platform/database/statement.js';
import type { ListRow } from '../../platform/http/json-list.js';
import type { Json } from '../../platform/http/json.js';
import type { FeatureNaming } from '../project/project.entity.js';
import { DEPENDENCY_JSON } from './dependency/dependency.sql.js';
import { featureVersion } from './feature-version.sql.js';
import type { BareFeatureResponse, FeatureResponse } from './feature.response.js';
import { STAGE_JSON } from './lifecycle/lifecycle.sql.js';

/**
 * Properties of the JSON of a strategy `fs`. The function `strategies_json` repeats them for the
 * stored lists of strategies, so a change here needs a migration.
 */
const STRATEGY_FIELDS = /* sql */ `
  'id', fs.id, 'name', fs.name, 'title', fs.title, 'disabled', fs.disabled,
    'featureName', fs.feature_name,
    'sortOrder', fs.sort_order, 'constraints', fs.constraints, 'variants', fs.variants,
    'parameters', fs.parameters,
    'segments', COALESCE((SELECT json_agg(ss.segment_id ORDER BY ss.segment_id)
      FROM feature_strategy_segment ss WHERE ss.strategy_id = fs.id), '[]')`;

/** JSON of a strategy `fs`, with the milestone only if it belongs to one, and `more` fields. */
export const strategyJson = (more = ''): string => /* sql */ `
  CASE WHEN fs.milestone_id IS NULL THEN json_build_object(${STRATEGY_FIELDS}${more})
    ELSE json_build_object(${STRATEGY_FIELDS}, 'milestoneId', fs.milestone_id${more}) END`;

/** JSON of a strategy `fs`, whether or not it belongs to a milestone. */
export const PLAIN_STRATEGY_JSON = `json_build_object(${STRATEGY_FIELDS})`;

/** JSON of a strategy `fs`, as in features. */
export const STRATEGY_JSON = strategyJson();

/** JSON of a feature `f` without its parts, as in responses to changes and in events. */
export const BARE_FEATURE_JSON = /* sql */ `
  json_build_object('name', f.name, 'description', f.description, 'type', f.type,
    'project', f.project, 'stale', f.stale,
    'createdAt', iso8601(f.created_at), 'impressionData', f.impression_data,
    'archivedAt', iso8601(f.archived_at), 'archived', f.archived_at IS NOT NULL,
    'lastSeenAt', (SELECT iso8601(max(u.last_seen_at)) FROM feature_environment_usage u
      WHERE u.feature_name = f.name))`;

/**
 * Reads one feature in one statement. Each list is a separate subquery, so that lists do not
 * multiply each other, and each uses an index, so that the cost depends only on the feature's own
 * parts. Links and the owner, which most features do not have, are appended as text. `reader` says
 * which feature is read for whom.
 */
const FEATURE_ROW = /* sql */ `left(json_build_object(
      'name', f.name, 'type', f.type, 'description', f.description,
      'archived', f.archived_at IS NOT NULL, 'project', f.project,
      'enabled', COALESCE(env.enabled, false), 'stale', f.stale,
      'favorite', EXISTS (SELECT FROM favorite_feature ff
        WHERE ff.feature_name = f.name AND ff.user_id = reader.user_id),
      'impressionData', f.impression_data, 'createdAt', iso8601(f.created_at),
      'createdBy', json_build_object('id', creator.id, 'name', creator.display_name,
        'imageUrl', creator.image_url),
      'archivedAt', iso8601(f.archived_at), 'lastSeenAt', iso8601(env.last_seen_at),
      'environments', COALESCE(env.list, '[]'), 'variants', COALESCE(env.variants[1], '[]'),
      'strategies', COALESCE(env.strategies[1], '[]'),
      'tags', (SELECT COALESCE(json_agg(json_build_object('value', t.value, 'type', t.type)
        ORDER BY t.type, t.value), '[]')
                 FROM feature_tag t WHERE t.feature_name = f.name),
      'children', (SELECT COALESCE(json_agg(d.child ORDER BY d.child), '[]')
        FROM feature_dependency d WHERE d.parent = f.name),
      'lifecycle', (SELECT ${STAGE_JSON} FROM feature_lifecycle l
                     WHERE l.feature_name = f.name
                     ORDER BY l.entered_at DESC,
                       array_position('{initial,pre-live,live,completed,archived}', l.stage) DESC
                         LIMIT 1),
      'dependencies', (SELECT COALESCE(json_agg(${DEPENDENCY_JSON} ORDER BY d.parent), '[]')
                         FROM feature_dependency d WHERE d.child = f.name),
      'collaborators', json_build_object('users',
        (SELECT COALESCE(json_agg(json_build_object('id', u.id, 'name', u.display_name,
          'imageUrl', u.image_url) ORDER BY c.last_event_id DESC), '[]')
           FROM feature_collaborator c JOIN app_user u ON u.id = c.user_id
           WHERE c.feature_name = f.name))
    )::text, -1) || CASE WHEN f.links = '[]' THEN '' ELSE ',"links":' || f.links::text END
      || COALESCE((SELECT ',"managedBy":' || to_json(m.owner)::text FROM managed_thing m
        WHERE m.feature = f.name), '') || '}' AS feature
    FROM feature f
    JOIN app_user creator ON creator.id = f.created_by_user_id
    LEFT JOIN LATERAL (
      SELECT bool_or(fe.enabled) AS enabled, max(seen.last_seen_at) AS last_seen_at,
             json_agg(json_build_object(
               'name', e.name, 'featureName', f.name, 'environment', e.name, 'type', e.type,
               'enabled', COALESCE(fe.enabled, false),
               'sortOrder', e.sort_order, 'lastSeenAt', iso8601(seen.last_seen_at),
               'yes', COALESCE(seen.yes, 0), 'no', COALESCE(seen.no, 0),
               'variantCount', COALESCE(jsonb_array_length(fe.variants), 0),
               'variants', COALESCE(fe.variants, '[]'),
               'strategies', COALESCE(sl.strategies, '[]'),
               'hasStrategies', sl.strategies IS NOT NULL,
               'hasEnabledStrategies', COALESCE(fe.active_strategy_count, 0) > 0
             ) ORDER BY e.sort_order, e.name) AS list,
             (array_agg(fe.variants ORDER BY e.sort_order, e.name)
               FILTER (WHERE fe.variants <> '[]')) AS variants,
             (array_agg(sl.strategies ORDER BY e.sort_order, e.name)
               FILTER (WHERE sl.strategies IS NOT NULL)) AS strategies
        FROM project_environment pe
        JOIN environment e ON e.name = pe.environment
        LEFT JOIN feature_environment fe ON fe.feature_name = f.name AND fe.environment = e.name
        LEFT JOIN feature_strategy_list sl ON sl.feature_name = f.name AND sl.environment = e.name
        LEFT JOIN LATERAL (
          SELECT u.last_seen_at, CASE
            WHEN u.hour > now() - interval '60 minutes' THEN u.yes END AS yes,
                 CASE WHEN u.hour > now() - interval '60 minutes' THEN u.no END AS no
            FROM feature_environment_usage u
            WHERE u.feature_name = f.name AND u.environment = e.name
        ) seen ON true
       WHERE pe.project = f.project
    ) env ON true
    WHERE f.project = reader.project_id AND f.name = reader.feature_name`;

/** Only live features. */
const LIVE_FEATURE_ROW = `${FEATURE_ROW} AND f.archived_at IS NULL`;

type FeatureReader = [projectId: string, featureName: string, userId: number];

/** The parameters of a statement that reads one feature. */
const READER =
  '(SELECT $1::text AS project_id, $2::text AS feature_name, $3::int AS user_id) reader';

export const READ_FEATURE = statement<FeatureReader, { feature: Json<FeatureResponse> }>(
  'feature.read-feature',
  `SELECT read.* FROM ${READER}, LATERAL (SELECT ${LIVE_FEATURE_ROW}) read`,
);

/** The arrays are equally long. */
export type FeaturesReader = [
  projectIds: readonly string[],
  featureNames: readonly string[],
  userIds: readonly number[],
];

/**
 * Like {@link READ_FEATURE} for several features, each for its own user. One statement costs
 * PostgreSQL less than several. The rows are in the order of the arrays; the feature is null where
 * the project has no such live feature.
 */
export const READ_FEATURES = statement<FeaturesReader, { feature: Json<FeatureResponse> | null }>(
  'feature.read-features',
  /* sql */ `
    SELECT read.feature
      -- See SWITCH_BATCH for the first OFFSET 0. The second one keeps PostgreSQL from reading whole
      -- tables once instead of the rows of each feature.
      FROM (SELECT $1::text[] AS projects, $2::text[] AS names, $3::int[] AS users OFFSET 0) a,
           unnest(a.projects, a.names, a.users) WITH ORDINALITY
             AS reader(project_id, feature_name, user_id, n)
      LEFT JOIN LATERAL (SELECT ${LIVE_FEATURE_ROW} OFFSET 0) read ON true
     ORDER BY reader.n`,
);

/** Like {@link READ_FEATURE}, but reads archived features, too. */
export const READ_FEATURE_OR_ARCHIVED = statement<
  FeatureReader,
  { feature: Json<FeatureResponse> }
>(
  'feature.read-feature-or-archived',
  `SELECT read.* FROM ${READER}, LATERAL (SELECT ${FEATURE_ROW}) read`,
);

/** Like {@link READ_FEATURE}, with the version of the feature. */
export const READ_VERSIONED_FEATURE = statement<
  FeatureReader,
  { version: string; feature: Json<FeatureResponse> }
>(
  'feature.read-versioned-feature',
  `SELECT read.*
     FROM ${READER},
          LATERAL (SELECT ${featureVersion('xmin')} AS version, ${LIVE_FEATURE_ROW}) read`,
);

interface Located {
  projectExists: boolean;
  featureExists: boolean;
  archived: boolean;
  environmentExists: boolean;
}

/** Reads which of project, feature and environment exist, to report what is missing. */
export const LOCATE_FEATURE = statement<
  [projectId: string, featureName: string, environment: string | null],
  Located
>(
  'feature.locate-feature',
  /* sql */ `
    SELECT EXISTS (SELECT FROM project p WHERE p.id = $1) AS "projectExists",
           f.name IS NOT NULL AS "featureExists", f.archived_at IS NOT NULL AS archived,
           EXISTS (SELECT FROM project_environment pe WHERE pe.project = $1 AND pe.environment = $3)
             AS "environmentExists"
      FROM (VALUES (1)) AS one LEFT JOIN feature f ON f.project = $1 AND f.name = $2`,
);

/** JSON of a listed feature. Aggregated as `json`, because `jsonb` would parse all parts again. */
const LISTED = /* sql */ `
  'type', w.type, 'description', w.description,
  'favorite', EXISTS (SELECT FROM favorite_feature ff
    WHERE ff.feature_name = w.name AND ff.user_id = $2),
  'name', w.name, 'createdAt', iso8601(w.created_at), 'stale', w.stale,
  'impressionData', w.impression_data,
  'lastSeenAt', iso8601(p.last_seen_at), 'environments', COALESCE(p.list, '[]')`;

/**
 * The live features `w` of project `$1` that meet a condition: a row for each by name, with its
 * number `n` and its JSON `item`.
 */
export const listedFeatures = (condition = 'true'): string => /* sql */ `
  SELECT row_number() OVER (ORDER BY w.name) AS n, feature.json::text AS item
    FROM feature w
    LEFT JOIN LATERAL (
      SELECT max(u.last_seen_at) AS last_seen_at, json_agg(json_build_object(
             'name', e.name, 'enabled', fe.enabled, 'type', e.type, 'sortOrder', e.sort_order,
             'variantCount', jsonb_array_length(fe.variants),
             'lastSeenAt', iso8601(u.last_seen_at), 'hasStrategies', fe.strategy_count > 0,
             'hasEnabledStrategies', fe.active_strategy_count > 0)
             ORDER BY e.sort_order, e.name) AS list
        FROM feature_environment fe
        JOIN project_environment pe ON pe.project = $1 AND pe.environment = fe.environment
        JOIN environment e ON e.name = fe.environment
        LEFT JOIN feature_environment_usage u ON u.feature_name = fe.feature_name
          AND u.environment = fe.environment
       WHERE fe.feature_name = w.name) p ON true
    LEFT JOIN LATERAL (
      SELECT json_agg(json_build_object('value', t.value, 'type', t.type)
        ORDER BY t.type, t.value) AS list
        FROM feature_tag t WHERE t.feature_name = w.name) t ON true
    CROSS JOIN LATERAL (SELECT CASE WHEN t.list IS NULL THEN json_build_object(${LISTED})
                              ELSE json_build_object(${LISTED}, 'tags', t.list) END
                                AS json) feature
   WHERE w.project = $1 AND w.archived_at IS NULL AND ${condition}`;

/** The live features of a project, filtered by name prefix and by any of several tags. */
export const LIST_FEATURES = statement<
  [projectId: string | null, userId: number, namePrefix: string | null, tags: string | null],
  ListRow
>(
  'feature.list-features',
  /* sql */ `
    SELECT NULL AS head, listed.item FROM (${listedFeatures(`
      ($3::text IS NULL OR starts_with(w.name, $3))
      AND ($4::jsonb IS NULL OR EXISTS (
        SELECT FROM feature_tag t
          JOIN jsonb_to_recordset($4) AS wanted(type text, value text)
            ON wanted.type = t.type AND wanted.value = t.value
         WHERE t.feature_name = w.name))`)}) listed
     ORDER BY listed.n`,
);

export const UPDATE_FEATURES = statement<[changes: string]>(
  'feature.update-features',
  /* sql */ `
    UPDATE feature f SET type = c.type, description = c.description, stale = c.stale,
      impression_data = c."impressionData"
      FROM jsonb_to_recordset($1)
        AS c(name text, type text, description text, stale boolean, "impressionData" boolean)
          WHERE f.name = c.name`,
);

export const ADD_TO_ENVIRONMENTS = statement<[projectId: string, names: readonly string[]]>(
  'feature.add-to-environments',
  /* sql */ `
    INSERT INTO feature_environment (feature_name, environment)
    SELECT f.name, pe.environment FROM unnest($2::text[]) AS f(name), project_environment pe
      WHERE pe.project = $1`,
);

export const PUT_VARIANTS = statement<
  [featureName: string, variants: string],
  { environment: string }
>(
  'feature.put-variants',
  'UPDATE feature_environment SET variants = $2 WHERE feature_name = $1 RETURNING environment',
);

export const READ_BARE_FEATURES = statement<
  [names: readonly string[]],
  { feature: BareFeatureResponse }
>(
  'feature.read-bare-features',
  /* sql */ `
    SELECT ${BARE_FEATURE_JSON} AS feature FROM feature f WHERE f.name = ANY ($1)
      ORDER BY f.name COLLATE "C"`,
);

export const LOOK_UP = statement<
  [name: string, projectId: string | null, hiddenProjects: readonly string[]],
  { taken: boolean; naming: FeatureNaming | null }
>(
  'feature.look-up',
  /* sql */ `
    SELECT EXISTS (SELECT FROM feature f WHERE f.name = $1) AS taken,
      (SELECT p.feature_naming FROM project p WHERE p.id = $2 AND p.id <> ALL ($3::text[]))
        AS naming`,
);

export const FIND_PROJECT = statement<[projectId: string]>(
  'feature.find-project',
  'SELECT FROM project WHERE id = $1',
);

export const ADD_FEATURES = statement<[project: string, environment: string]>(
  'feature.add-features',
  /* sql */ `
    INSERT INTO feature_environment AS fe (feature_name, environment) SELECT name, $2 FROM feature
      WHERE project = $1 ORDER BY name
    ON CONFLICT ON CONSTRAINT feature_environment_pkey DO UPDATE SET enabled = false
    WHERE fe.enabled`,
);

export const TURN_OFF = statement<[project: string, environment: string], { featureName: string }>(
  'feature.turn-off',
  /* sql */ `
    WITH enabled AS (
      SELECT fe.feature_name
        FROM feature_environment fe JOIN feature f ON f.name = fe.feature_name
       WHERE f.project = $1 AND fe.environment = $2 AND fe.enabled
       ORDER BY fe.feature_name COLLATE "C"
         FOR NO KEY UPDATE OF fe /* locks featureEnvironments */
    )
    UPDATE feature_environment fe SET enabled = false FROM enabled e
     WHERE fe.feature_name = e.feature_name AND fe.environment = $2
    RETURNING fe.feature_name AS "featureName"`,
);
