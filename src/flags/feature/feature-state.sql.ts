import { DEPENDENCY_JSON } from './dependency/dependency.sql.js';
import { strategyJson } from './feature.sql.js';

/** JSON of a strategy `fs` with its exact time of creation, which orders equal positions. */
const STRATEGY_STATE = strategyJson(/* sql */ `, 'createdAt',
  to_char(fs.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`);

/** JSON of a strategy `fs` without its content. */
const STRATEGY_OUTLINE = "json_build_object('id', fs.id, 'disabled', fs.disabled)";

const environmentState = (strategy: string): string => /* sql */ `
  json_build_object('enabled', fe.enabled, 'variants', fe.variants, 'strategies', COALESCE(
    (SELECT json_agg(${strategy} ORDER BY fs.sort_order, fs.created_at, fs.id)
       FROM feature_strategy fs
      WHERE fs.feature_name = fe.feature_name AND fs.environment = fe.environment), '[]'))`;

/** JSON of a feature in an environment `fe`: all that its events can change there. */
export const ENVIRONMENT_STATE = environmentState(STRATEGY_STATE);

/**
 * JSON of a feature `f`: all that its events can change. It is kept when a feature is deleted, and
 * former states are rebuilt from it.
 * @param inEnvironment A condition on environments `fe`.
 * @param hasContent Whether strategies have their content, besides whether they are disabled.
 */
export const featureState = (inEnvironment = 'true', hasContent = true): string => /* sql */ `
  json_build_object('name', f.name, 'project', f.project, 'type', f.type,
    'description', f.description, 'stale', f.stale, 'impressionData', f.impression_data,
    'createdAt', iso8601(f.created_at), 'createdBy', f.created_by_user_id,
    'position', (extract(epoch FROM f.created_at) * 1000000)::float8,
    'archived', f.archived_at IS NOT NULL,
    'environments', (SELECT COALESCE(json_object_agg(fe.environment,
        ${environmentState(hasContent ? STRATEGY_STATE : STRATEGY_OUTLINE)}), '{}')
      FROM feature_environment fe WHERE fe.feature_name = f.name AND ${inEnvironment}),
    'tags', (SELECT COALESCE(json_agg(json_build_object('value', t.value, 'type', t.type)
      ORDER BY t.type, t.value), '[]') FROM feature_tag t WHERE t.feature_name = f.name),
    'links', f.links,
    'dependencies', (SELECT COALESCE(json_agg(${DEPENDENCY_JSON} ORDER BY d.parent), '[]')
      FROM feature_dependency d WHERE d.child = f.name))`;
