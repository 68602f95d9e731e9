import type { Tx } from '../../event/tx.js';
import { STRATEGY_JSON } from '../feature.sql.js';
import type { StrategyResponse } from './strategy.response.js';

/** Behind the last strategy of the feature environment, from 0; the highest position there is may be taken more than once. */
export async function nextSortOrder(tx: Tx, featureName: string, environment: string): Promise<number> {
  const sql =
    'SELECT LEAST(COALESCE(max(sort_order)::bigint + 1, 0), 2147483647)::int AS next FROM feature_strategy WHERE feature_name = $1 AND environment = $2';
  const [row] = await tx.query<{ next: number }>(sql, [featureName, environment]);
  return row!.next;
}

/** Strategies of a feature environment as answers and events show them, in their order; one of them by its id. */
export async function shownStrategies(
  tx: Tx,
  featureName: string,
  environment: string,
  id: string | null = null,
): Promise<StrategyResponse[]> {
  const rows = await tx.query<{ strategy: StrategyResponse }>(
    /* sql */ `
    SELECT ${STRATEGY_JSON} AS strategy FROM feature_strategy fs
     WHERE fs.feature_name = $1 AND fs.environment = $2 AND ($3::uuid IS NULL OR fs.id = $3)
     ORDER BY fs.sort_order, fs.created_at, fs.id`,
    [featureName, environment, id],
  );
  return rows.map((row) => row.strategy);
}
