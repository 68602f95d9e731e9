import { statement } from '../../../platform/database/statement.js';

export const READ = statement<
  [project: string, environment: string],
  { defaultStrategy: object | null; strategyName: string; isDefined: boolean }
>(
  'default-strategy.read',
  /* sql */ `
    SELECT pe.default_strategy AS "defaultStrategy", named.name AS "strategyName",
           EXISTS (SELECT FROM strategy_definition d WHERE d.name = named.name) AS "isDefined"
      FROM project_environment pe
     CROSS JOIN LATERAL (
       SELECT COALESCE(pe.default_strategy->>'name', 'flexibleRollout') AS name) named
     WHERE pe.project = $1 AND pe.environment = $2`,
);

export const ADD_SEGMENTS = statement<[ids: readonly string[], segments: readonly number[]]>(
  'default-strategy.add-segments',
  /* sql */ `
    INSERT INTO feature_strategy_segment (strategy_id, segment_id) SELECT s.id, unnest($2::int[])
      FROM unnest($1::uuid[]) AS s(id)`,
);

export const ENABLE = statement<[ids: readonly string[]]>(
  'default-strategy.enable',
  'UPDATE feature_strategy SET disabled = false WHERE id = ANY ($1::uuid[])',
);

export const DELETE_SEGMENTS = statement<[project: string, environment: string]>(
  'default-strategy.delete-segments',
  'DELETE FROM default_strategy_segment WHERE project = $1 AND environment = $2',
);

export const ADD_DEFAULT_SEGMENTS = statement<
  [project: string, environment: string, ids: readonly number[]]
>(
  'default-strategy.add-default-segments',
  /* sql */ `
    INSERT INTO default_strategy_segment (project, environment, segment_id)
      SELECT $1, $2, unnest($3::int[])`,
);

export const DELETE_OF_PROJECT = statement<[projectId: string]>(
  'default-strategy.delete-of-project',
  'DELETE FROM default_strategy_segment WHERE project = $1',
);
