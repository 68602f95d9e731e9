import type { Tx } from '../../../core/event/tx.js';
import { InvalidOperationError } from '../../../platform/errors/general.errors.js';
import { lockFeatureEnvironment, type LockedFeatureEnvironment } from '../feature-lock.js';
import { shownStrategies } from './shown-strategies.js';
import { noStrategy } from './strategy.read-model.js';
import { isStrategyId, type StrategyParams, type StrategyResponse } from './strategy.dto.js';
import { FIND_FEATURE_STRATEGY } from './strategy.sql.js';

/** A locked strategy with its locked feature environment. */
export interface LockedStrategy {
  place: LockedFeatureEnvironment;
  strategy: StrategyResponse;
}

/**
 * Locks a strategy and all others of its feature in the environment.
 * @throws NotFoundError when the project lacks the feature or the environment, or the feature the
 * strategy.
 * @throws ArchivedFeatureError when the feature is archived.
 * @throws InvalidOperationError when the strategy belongs to another feature of the project.
 */
export async function lockStrategy(tx: Tx, at: StrategyParams): Promise<LockedStrategy> {
  const place = await lockFeatureEnvironment(tx, at);
  if (!isStrategyId(at.strategyId)) throw noStrategy(at);
  const [strategy] = await shownStrategies(tx, at.featureName, at.environment, at.strategyId);
  if (strategy) return { place, strategy };
  throw (await belongsToAnother(tx, at))
    ? new InvalidOperationError(
        `The strategy "${at.strategyId}" does not belong to the feature "${at.featureName}".`,
      )
    : noStrategy(at);
}

/**
 * Strategies of a milestone are changed with their release plan, so that the plan stays true.
 * @throws InvalidOperationError when the strategy belongs to one.
 */
export function requireOutsidePlan({ id, milestoneId }: StrategyResponse): void {
  if (milestoneId !== undefined)
    throw new InvalidOperationError(
      `The strategy "${id}" belongs to a milestone of a release plan. ` +
        `Change it with PUT .../milestone-strategies/${id}, start another milestone, or remove ` +
        'the plan.',
    );
}

/** A strategy of another project is treated as absent, so that it is not revealed. */
async function belongsToAnother(
  tx: Tx,
  { projectId, featureName, strategyId }: StrategyParams,
): Promise<boolean> {
  const found = await tx.query(FIND_FEATURE_STRATEGY, [strategyId, projectId, featureName]);
  return found.length > 0;
}
