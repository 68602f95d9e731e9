import type { Tx } from '../../event/tx.js';
import type { FeatureEnvironmentParams } from '../feature.params.js';
import { shownStrategies } from './shown-strategies.js';
import type { StrategyResponse } from '../strategy.response.js';

/**
 * Records what a strategy has become, unless it is as it was. @returns The strategy as it is now.
 */
export async function recordUpdate(
  tx: Tx,
  at: FeatureEnvironmentParams,
  before: StrategyResponse,
): Promise<StrategyResponse> {
  const { projectId: project, featureName, environment } = at;
  const [after] = await shownStrategies(tx, featureName, environment, before.id);
  // PostgreSQL shows equal strategies as equal texts: it orders the keys of objects by itself.
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
