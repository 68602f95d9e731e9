import { statement } from '../../../platform/database/statement.js';
import type { Json } from '../../../platform/http/json.js';
import { STRATEGY_JSON } from '../feature.sql.js';
import type { ShownStrategy } from './shown-strategies.js';
import type { StrategyResponse } from './strategy.dto.js';

/** Includes archived features, as in the reference. */
export const LIST = statement<
  [projectId: string, featureName: string, environment: string],
  { list: Json<StrategyResponse[]> }
>(
  'strategy.list',
  /* sql */ `
    SELECT COALESCE(sl.strategies, '[]')::text AS list
      FROM feature f
      JOIN project_environment pe ON pe.project = f.project AND pe.environment = $3
      LEFT JOIN feature_strategy_list sl ON sl.feature_name = f.name
        AND sl.environment = pe.environment
     WHERE f.project = $1 AND f.name = $2`,
);

export const READ = statement<
  [projectId: string, featureName: string, environment: string, strategyId: string],
  { strategy: Json<StrategyResponse> }
>(
  'strategy.read',
  /* sql */ `
    SELECT (${STRATEGY_JSON})::text AS strategy
      FROM feature_strategy fs
      JOIN feature f ON f.name = fs.feature_name
      JOIN project_environment pe ON pe.project = f.project AND pe.environment = fs.environment
     WHERE f.project = $1 AND f.name = $2 AND fs.environment = $3 AND fs.id = $4`,
);

export const NEXT_SORT_ORDERS = statement<
  [featureNames: readonly string[], environment: string],
  { name: string; next: number }
>(
  'strategy.next-sort-orders',
  /* sql */ `
    SELECT n.name,
      LEAST(COALESCE((SELECT max(sort_order) FROM feature_strategy
        WHERE feature_name = n.name AND environment = $2)::bigint + 1, 0),
                         2147483647)::int AS next
      FROM unnest($1::text[]) AS n(name)`,
);

export const READ_STRATEGIES = statement<
  [featureNames: readonly string[], environment: string, ids: readonly string[] | null],
  { strategy: ShownStrategy }
>(
  'strategy.read-strategies',
  /* sql */ `
    SELECT ${STRATEGY_JSON} AS strategy FROM feature_strategy fs
     WHERE fs.feature_name = ANY ($1) AND fs.environment = $2
       AND ($3::uuid[] IS NULL OR fs.id = ANY ($3))
     ORDER BY fs.feature_name COLLATE "C", fs.sort_order, fs.created_at, fs.id`,
);

export const FIND_FEATURE_STRATEGY = statement<
  [strategyId: string, projectId: string, featureName: string]
>(
  'strategy.find-feature-strategy',
  /* sql */ `
    SELECT FROM feature_strategy fs JOIN feature f ON f.name = fs.feature_name
      WHERE fs.id = $1 AND f.project = $2 AND f.name <> $3`,
);

export const PUT_SEGMENTS = statement<[strategyId: string, ids: readonly number[]]>(
  'strategy.put-segments',
  /* sql */ `
    WITH gone AS (DELETE FROM feature_strategy_segment
      WHERE strategy_id = $1 AND segment_id <> ALL ($2::int[]))
    INSERT INTO feature_strategy_segment (strategy_id, segment_id) SELECT $1, unnest($2::int[])
    ON CONFLICT ON CONSTRAINT feature_strategy_segment_pkey DO NOTHING`,
);

export const FIND_FEATURE = statement<
  [strategyId: string, environment: string, projectId: string],
  { featureName: string }
>(
  'strategy.find-feature',
  /* sql */ `
    SELECT fs.feature_name AS "featureName" FROM feature_strategy fs
      JOIN feature f ON f.name = fs.feature_name
     WHERE fs.id = $1 AND fs.environment = $2 AND f.project = $3`,
);

const CREATED_AT = /* sql */ `
  to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "createdAt"`;

export const DELETE_FEATURE_STRATEGY = statement<
  [strategies: readonly string[]],
  { id: string; createdAt: string }
>(
  'strategy.delete-feature-strategy',
  `DELETE FROM feature_strategy WHERE id = ANY ($1::uuid[]) RETURNING id, ${CREATED_AT}`,
);

export const DELETE_STRATEGY = statement<[id: string], { createdAt: string }>(
  'strategy.delete-strategy',
  `DELETE FROM feature_strategy WHERE id = $1 RETURNING ${CREATED_AT}`,
);

export const SET_CREATED_AT = statement<[id: string, createdAt: string]>(
  'strategy.set-created-at',
  'UPDATE feature_strategy SET created_at = $2::timestamptz WHERE id = $1',
);

export const ADD_FEATURE_STRATEGY_SEGMENT = statement<
  [strategyIds: readonly string[], segmentIds: readonly number[]]
>(
  'strategy.add-feature-strategy-segment',
  /* sql */ `
    INSERT INTO feature_strategy_segment (strategy_id, segment_id) SELECT *
      FROM unnest($1::uuid[], $2::int[])`,
);

/** Reads the context fields that a project or, without one, all projects can use. */
export const READ_FIELDS = statement<
  [names: readonly string[], project: string | null],
  { name: string; legal: string[] }
>(
  'strategy.read-fields',
  /* sql */ `
    SELECT name, (SELECT COALESCE(json_agg(l ->> 'value'), '[]')
      FROM jsonb_array_elements(legal_values) l) AS legal
      FROM context_field
     WHERE name = ANY ($1::text[]) AND (project IS NULL OR project = $2) ORDER BY name`,
);

export const DEFAULT_STICKINESS = statement<[projectId: string], { stickiness: string }>(
  'strategy.default-stickiness',
  'SELECT default_stickiness AS stickiness FROM project WHERE id = $1',
);

/** Describes the feature `f`, which uses something. */
export const AS_USER = /* sql */ `
  format(CASE WHEN f.archived_at IS NULL THEN 'the feature "%s"'
              ELSE 'the archived feature "%s"' END, f.name)`;

/**
 * Descriptions of the release plans and templates with a strategy that contains some JSON, each
 * with its project; null for templates.
 * @param part SQL expression of the JSON.
 */
export const planUsers = (part: string): string => {
  const uses = `milestones @> jsonb_build_array(
      jsonb_build_object('strategies', jsonb_build_array(${part})))`;
  return /* sql */ `
    SELECT format('the release plan of the feature "%s" in "%s"', p.feature_name, p.environment)
             AS name, f.project
      FROM release_plan p JOIN feature f ON f.name = p.feature_name WHERE p.${uses}
    UNION ALL
    SELECT format('the release plan template "%s"', t.name), NULL
      FROM release_plan_template t WHERE t.${uses}`;
};
