import type { Tx } from '../../event/tx.js';
import { InvalidOperationError } from '../../errors/general.errors.js';
import { lockFeatureEnvironment, type LockedFeatureEnvironment } from '../feature-lock.js';
import { shownStrategies } from './shown-strategies.js';
import { noStrategy } from './strategy.read-model.js';
import { isStrategyId, type StrategyParams } from './strategy.params.js';
import type { StrategyResponse } from '../strategy.response.js';
import { FIND_FEATURE_STRATEGY } from './strategy-lock.sql.js';

/** A strategy and its feature environment, both locked. */
export interface LockedStrategy {
  place: LockedFeatureEnvironment;
  strategy: StrategyResponse;
}

/**
 * Locks a strategy together with all others of its feature in the environment.
 * @throws NotFoundError when the project lacks the feature or the environment, or the feature lacks
 * the strategy there.
 * @throws ArchivedFeatureError when the feature is archived. @throws InvalidOperationError when the
 * strategy is another feature's of the project.
 */
export async function lockStrategy(tx: Tx, at: StrategyParams): Promise<LockedStrategy> {
  const place = await lockFeatureEnvironment(tx, at);
  if (!isStrategyId(at.strategyId)) throw noStrategy(at);
  const [strategy] = await shownStrategies(tx, at.featureName, at.environment, at.strategyId);
  if (strategy) return { place, strategy };
  throw (await belongsToAnother(tx, at))
    ? new InvalidOperationError(
        `The strategy "${at.strategyId}" is not one of the feature "${at.featureName}", but of another one.`,
      )
    : noStrategy(at);
}

/** A strategy of another project is as good as none: it is not told that there is one. */
async function belongsToAnother(
  tx: Tx,
  { projectId, featureName, strategyId }: StrategyParams,
): Promise<boolean> {
  const found = await tx.query(FIND_FEATURE_STRATEGY, [strategyId, projectId, featureName]);
  return found.length > 0;
}
