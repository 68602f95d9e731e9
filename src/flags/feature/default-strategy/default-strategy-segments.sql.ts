import { statement } from '../../../platform/database/statement.js';

export const DELETE_SEGMENTS = statement<[project: string, environment: string]>(
  'default-strategy-segments.delete-segments',
  'DELETE FROM default_strategy_segment WHERE project = $1 AND environment = $2',
);

export const ADD_SEGMENTS = statement<
  [project: string, environment: string, ids: readonly number[]]
>(
  'default-strategy-segments.add-segments',
  /* sql */ `
    INSERT INTO default_strategy_segment (project, environment, segment_id)
      SELECT $1, $2, unnest($3::int[])`,
);

export const DELETE_OF_PROJECT = statement<[projectId: string]>(
  'default-strategy-segments.delete-of-project',
  'DELETE FROM default_strategy_segment WHERE project = $1',
);
