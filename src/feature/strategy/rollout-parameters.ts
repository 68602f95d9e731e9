import type { Tx } from '../../event/tx.js';

/** What parameters of a strategy are made of what was given, for a feature. */
export type FillIn = (definition: string, given: Record<string, string>, featureName: string) => Record<string, string>;

/** Completes the parameters of new gradual rollouts in a project: everybody, unless told otherwise, told apart as the project does and by the feature's name. */
export async function fillingIn(projectId: string, tx: Tx): Promise<FillIn> {
  const sql = 'SELECT default_stickiness AS stickiness FROM project WHERE id = $1';
  const [project] = await tx.query<{ stickiness: string }>(sql, [projectId]);
  const { stickiness } = project!;
  return (definition, given, featureName) =>
    definition === 'flexibleRollout' ? { rollout: '100', stickiness, groupId: featureName, ...given } : given;
}
