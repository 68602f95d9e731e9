import type { Tx } from '../../event/tx.js';
import type { FeatureEnvironmentParams } from '../feature.params.js';

/** Parameters of a new gradual rollout: everybody, unless told otherwise, told apart as the project does and by the feature's name. */
export async function filledIn(
  definition: string,
  given: Record<string, string>,
  { projectId, featureName }: FeatureEnvironmentParams,
  tx: Tx,
): Promise<Record<string, string>> {
  if (definition !== 'flexibleRollout') return given;
  const [project] = await tx.query<{ stickiness: string }>('SELECT default_stickiness AS stickiness FROM project WHERE id = $1', [
    projectId,
  ]);
  return { rollout: '100', stickiness: project!.stickiness, groupId: featureName, ...given };
}
