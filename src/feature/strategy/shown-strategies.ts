import type { Tx } from '../../event/tx.js';
import type { StrategyResponse } from '../strategy.response.js';
import { NEXT_SORT_ORDERS, READ_STRATEGIES } from './shown-strategies.sql.js';

/** A strategy as events show it. */
export type ShownStrategy = StrategyResponse & { featureName: string };

/**
 * Behind the last strategy of the feature environment, from 0; the highest position there is may be
 * taken more than once.
 */
export async function nextSortOrder(
  tx: Tx,
  featureName: string,
  environment: string,
): Promise<number> {
  return (await nextSortOrders(tx, [featureName], environment)).get(featureName)!;
}

/** As {@link nextSortOrder} for several features, by their names. */
export async function nextSortOrders(
  tx: Tx,
  featureNames: readonly string[],
  environment: string,
): Promise<Map<string, number>> {
  const rows = await tx.query(NEXT_SORT_ORDERS, [featureNames, environment]);
  return new Map(rows.map(({ name, next }) => [name, next]));
}

/**
 * Strategies of a feature environment as answers and events show them, in their order; one of them
 * by its id.
 */
export async function shownStrategies(
  tx: Tx,
  featureName: string,
  environment: string,
  id: string | null = null,
): Promise<ShownStrategy[]> {
  return shownStrategiesOf(tx, [featureName], environment, id === null ? null : [id]);
}

/**
 * As {@link shownStrategies} for several features, one after the other in the order of their names;
 * some of the strategies by their ids.
 */
export async function shownStrategiesOf(
  tx: Tx,
  featureNames: readonly string[],
  environment: string,
  ids: readonly string[] | null = null,
): Promise<ShownStrategy[]> {
  const rows = await tx.query(READ_STRATEGIES, [featureNames, environment, ids]);
  return rows.map((row) => row.strategy);
}
