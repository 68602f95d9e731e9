import { statement } from '../../database/statement.js';

export const DELETE_FEATURE_STRATEGY = statement<[strategies: readonly string[]]>(
  'strategy-set.delete-feature-strategy',
  'DELETE FROM feature_strategy WHERE id = ANY ($1::uuid[])',
);

export const ADD_FEATURE_STRATEGY_SEGMENT = statement<
  [strategyIds: readonly string[], segmentIds: readonly number[]]
>(
  'strategy-set.add-feature-strategy-segment',
  /* sql */ `
    INSERT INTO feature_strategy_segment (strategy_id, segment_id) SELECT *
      FROM unnest($1::uuid[], $2::int[])`,
);
