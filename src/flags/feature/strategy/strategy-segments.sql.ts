import { statement } from '../../../platform/database/statement.js';

export const PUT_SEGMENTS = statement<[strategyId: string, ids: readonly number[]]>(
  'strategy-segments.put-segments',
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
  'strategy-segments.find-feature',
  /* sql */ `
    SELECT fs.feature_name AS "featureName" FROM feature_strategy fs
      JOIN feature f ON f.name = fs.feature_name
     WHERE fs.id = $1 AND fs.environment = $2 AND f.project = $3`,
);
