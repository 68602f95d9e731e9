import { statement } from '../../../platform/database/statement.js';

const CREATED_AT = /* sql */ `
  to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "createdAt"`;

export const DELETE_FEATURE_STRATEGY = statement<
  [strategies: readonly string[]],
  { id: string; createdAt: string }
>(
  'strategy-set.delete-feature-strategy',
  `DELETE FROM feature_strategy WHERE id = ANY ($1::uuid[]) RETURNING id, ${CREATED_AT}`,
);

export const DELETE_STRATEGY = statement<[id: string], { createdAt: string }>(
  'strategy-set.delete-strategy',
  `DELETE FROM feature_strategy WHERE id = $1 RETURNING ${CREATED_AT}`,
);

export const SET_CREATED_AT = statement<[id: string, createdAt: string]>(
  'strategy-set.set-created-at',
  'UPDATE feature_strategy SET created_at = $2::timestamptz WHERE id = $1',
);

export const ADD_FEATURE_STRATEGY_SEGMENT = statement<
  [strategyIds: readonly string[], segmentIds: readonly number[]]
>(
  'strategy-set.add-feature-strategy-segment',
  /* sql */ `
    INSERT INTO feature_strategy_segment (strategy_id, segment_id) SELECT *
      FROM unnest($1::uuid[], $2::int[])`,
);
