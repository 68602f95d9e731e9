import type { Tx } from '../../event/tx.js';
import { DEFAULT_STICKINESS } from './rollout-parameters.sql.js';

/** What parameters of a strategy are made of what was given, for a feature. */
export type FillIn = (
  definition: string,
  given: Record<string, string>,
  featureName: string,
) => Record<string, string>;

const ROLLOUT = 'flexibleRollout';

/**
 * Completes the parameters of new gradual rollouts in a project: everybody, unless told otherwise,
 * told apart as the project does and by the feature's name. `definitions`: those of the strategies
 * that it is for; without a gradual rollout among them nothing has to be known of the project.
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
