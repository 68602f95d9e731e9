import type { Tx } from '../../../core/event/tx.js';
import type { FeatureEnvironmentParams } from '../feature.dto.js';
import { shownStrategies } from './shown-strategies.js';
import type { StrategyResponse } from './strategy.response.js';

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
