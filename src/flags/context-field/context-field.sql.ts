import { statement } from '../../platform/database/statement.js';
import { usesOf } from '../feature-count/feature-count.sql.js';
import { AS_USER, planUsers } from '../feature/strategy/strategy.sql.js';
import { STRATEGY_USE_JSON, STRATEGY_USE_ORDER } from '../feature/strategy/strategy-use.js';
import type { Reason } from '../../core/auth/permissions/hidden.js';
import type { ContextFieldResponse } from './context-field.dto.js';
import type { Json } from '../../platform/http/json.js';
import type { ListRow } from '../../platform/http/json-list.js';

/** JSON of a context field `c`, as in responses and events. */
const CONTEXT_FIELD_JSON = /* sql */ `
  (jsonb_build_object('name', c.name, 'description', c.description, 'stickiness', c.stickiness,
    'sortOrder', c.sort_order,
    'legalValues', c.legal_values, 'createdAt', iso8601(c.created_at))
    || CASE WHEN c.project IS NULL THEN '{}' ELSE jsonb_build_object('project', c.project) END)`;

/** Which fields to list: those of a project or, without one, of all, and which besides. */
type ListParams = [
  hiddenProjects: readonly string[],
  project: string | null,
  others: 'global' | 'projects' | null,
];

/** Context fields with their usage by live features of visible projects. */
export const LIST = statement<ListParams, { list: Json<ContextFieldResponse[]> }>(
  'context-field.list',
  /* sql */ `
    WITH used AS (${usesOf('context-field', '$1::text[]')})
    SELECT COALESCE(json_agg(${CONTEXT_FIELD_JSON}
      || jsonb_build_object('usedInProjects', COALESCE(u.projects, 0),
             'usedInFeatures', COALESCE(u.features, 0)) ORDER BY c.name), '[]')::text AS list
      FROM context_field c LEFT JOIN used u ON u.key = c.name
     WHERE c.project IS NOT DISTINCT FROM $2 OR c.project IS NULL AND $3 = 'global'
        OR c.project <> ALL ($1) AND $3 = 'projects'`,
);

export const READ = statement<
  [name: string, project: string | null],
  { field: Json<ContextFieldResponse> }
>(
  'context-field.read',
  /* sql */ `
    SELECT ${CONTEXT_FIELD_JSON}::text AS field FROM context_field c
     WHERE c.name = $1 AND c.project IS NOT DISTINCT FROM $2`,
);

export const COUNT = statement<[project: string], { count: number }>(
  'context-field.count',
  'SELECT count(*)::int AS count FROM context_field WHERE project = $1',
);

/**
 * Strategies with a constraint on a context field, without those of hidden projects. In a subquery,
 * the constraint to look for is built once instead of for each strategy.
 */
export const LIST_STRATEGIES = statement<
  [name: string, hiddenProjects: readonly string[]],
  ListRow
>(
  'context-field.list-strategies',
  /* sql */ `
    SELECT NULL AS head, ${STRATEGY_USE_JSON}::text AS item
      FROM feature_context_field u
      JOIN feature f ON f.name = u.feature_name AND f.archived_at IS NULL
      JOIN feature_strategy fs ON fs.feature_name = f.name AND fs.constraint_count > 0
     WHERE u.context_field = $1
       AND fs.constraints @> (SELECT jsonb_build_array(jsonb_build_object('contextName', $1::text)))
       AND f.project <> ALL ($2::text[])
     ORDER BY ${STRATEGY_USE_ORDER}`,
);

export const TAKEN = statement<[name: string]>(
  'context-field.taken',
  'SELECT FROM context_field WHERE name = $1',
);

/** Descriptions of everything with a constraint on a context field, also of archived features. */
export const USERS = statement<[name: string], Reason>(
  'context-field.users',
  /* sql */ `
    WITH wanted AS (SELECT jsonb_build_array(jsonb_build_object('contextName', $1::text)) AS part)
    SELECT ${AS_USER} AS name, f.project FROM feature_context_field u
      JOIN feature f ON f.name = u.feature_name
     WHERE u.context_field = $1
    UNION ALL
    SELECT format('the segment "%s"', s.name), s.project FROM wanted, segment s
      WHERE s.constraints @> part
    UNION ALL
    SELECT format('the default strategy of the project "%s" in "%s"', pe.project, pe.environment),
      pe.project FROM wanted, project_environment pe
     WHERE pe.default_strategy -> 'constraints' @> part
    UNION ALL
    ${planUsers(`jsonb_build_object('constraints', (SELECT part FROM wanted))`)}
    ORDER BY 1`,
);

export const READ_IN_EVENT = statement<
  [name: string, project: string | null],
  { field: ContextFieldResponse }
>(
  'context-field.read-in-event',
  /* sql */ `
    SELECT ${CONTEXT_FIELD_JSON} AS field FROM context_field c
     WHERE c.name = $1 AND c.project IS NOT DISTINCT FROM $2`,
);
