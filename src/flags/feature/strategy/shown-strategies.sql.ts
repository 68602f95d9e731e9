import { statement } from '../../../platform/database/statement.js';
import type { ShownStrategy } from './shown-strategies.js';
import { STRATEGY_JSON } from '../feature.sql.js';

export const NEXT_SORT_ORDERS = statement<
  [featureNames: readonly string[], environment: string],
  { name: string; next: number }
>(
  'shown-strategies.next-sort-orders',
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
  'shown-strategies.read-strategies',
  /* sql */ `
    SELECT ${STRATEGY_JSON} AS strategy FROM feature_strategy fs
     WHERE fs.feature_name = ANY ($1) AND fs.environment = $2
       AND ($3::uuid[] IS NULL OR fs.id = ANY ($3))
     ORDER BY fs.feature_name COLLATE "C", fs.sort_order, fs.created_at, fs.id`,
);
