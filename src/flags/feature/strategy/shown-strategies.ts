import type { Tx } from '../../../core/event/tx.js';
import type { FeatureEnvironmentParams } from '../feature.dto.js';
import type { StrategyResponse } from './strategy.dto.js';
import { NEXT_SORT_ORDERS, READ_STRATEGIES } from './strategy.sql.js';

/** A strategy as recorded in events. */
export type ShownStrategy = StrategyResponse & { featureName: string };

/**
 * The position after the last strategy, starting at 0. The maximum integer may be used more than
 * once.
 */
export async function nextSortOrder(
  tx: Tx,
  featureName: string,
  environment: string,
): Promise<number> {
  return (await nextSortOrders(tx, [featureName], environment)).get(featureName)!;
}

/** Like {@link nextSortOrder} for several features, by name. */
export async function nextSortOrders(
  tx: Tx,
  featureNames: readonly string[],
  environment: string,
): Promise<Map<string, number>> {
  const rows = await tx.query(NEXT_SORT_ORDERS, [featureNames, environment]);
  return new Map(rows.map(({ name, next }) => [name, next]));
}

/** The strategies of a feature environment in order, or one by id, as in responses and events. */
export async function shownStrategies(
  tx: Tx,
  featureName: string,
  environment: string,
  id: string | null = null,
): Promise<ShownStrategy[]> {
  return shownStrategiesOf(tx, [featureName], environment, id === null ? null : [id]);
}

/**
 * Like {@link shownStrategies} for several features in order of name, optionally restricted to some
 * ids.
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

/**
 * Records the change of a strategy unless it is unchanged.
 * @returns The current strategy.
 */
export async function recordUpdate(
  tx: Tx,
  at: FeatureEnvironmentParams,
  before: StrategyResponse,
): Promise<StrategyResponse> {
  const { projectId: project, featureName, environment } = at;
  const [after] = await shownStrategies(tx, featureName, environment, before.id);
  // PostgreSQL normalises the order of keys, so equal strategies have equal JSON.
  if (JSON.stringify(after) !== JSON.stringify(before))
    await tx.record({
      type: 'feature-strategy-update',
      featureName,
      project,
      environment,
      data: after!,
      preData: before,
    });
  return after!;
}
