import type { Tx } from '../../../core/event/tx.js';
import { DEFAULT_STICKINESS } from './rollout-parameters.sql.js';

/** Fills in the parameters of a strategy for a feature. */
export type FillIn = (
  definition: string,
  given: Record<string, string>,
  featureName: string,
) => Record<string, string>;

const ROLLOUT = 'flexibleRollout';

/**
 * Prepares default parameters for new gradual rollouts in a project: 100 %, the project's
 * stickiness, and the feature name as group id. `definitions` are those of the strategies; without
 * a gradual rollout the project is not read.
 */
export async function fillingIn(
  projectId: string,
  definitions: readonly string[],
  tx: Tx,
): Promise<FillIn> {
  if (!definitions.includes(ROLLOUT)) return (_, given) => given;
  const [project] = await tx.query(DEFAULT_STICKINESS, [projectId]);
  const { stickiness } = project!;
  return (definition, given, featureName) =>
    definition === ROLLOUT ? { rollout: '100', stickiness, groupId: featureName, ...given } : given;
}
