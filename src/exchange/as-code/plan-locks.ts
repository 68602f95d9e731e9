import type { Tx } from '../../core/event/tx.js';
import { lockFeatureCount } from '../../flags/project/project-lock.js';
import type { FeatureChange } from './comparison.js';
import type { PresentState } from './present-state.js';

/**
 * Locks everything that changes and what they refer to, in the same order as switches do, before
 * the first event is recorded. What is locked stays as the plan has seen it.
 */
export async function lockFor(
  changes: readonly FeatureChange[],
  segments: ReadonlyMap<string, number>,
  state: PresentState,
  tx: Tx,
): Promise<void> {
  const named = changes.flatMap(({ name, desired }) => [
    name,
    ...(desired?.dependencies ?? []).map((parent) => parent.feature),
  ]);
  const placesOf = ({ name, project }: FeatureChange) =>
    (state.projects.get(project)?.environments ?? []).map(({ name: environment }) => ({
      ...{ featureName: name, environment },
    }));
  const { projects } = await tx.lock({
    projects: { share: distinct(changes.map(({ project }) => project)) },
    features: { noKeyUpdate: distinct(named) },
    featureEnvironments: { update: changes.flatMap(placesOf) },
  });
  for (const { id, featureLimit } of projects)
    if (featureLimit !== null) await lockFeatureCount(tx, id);
  await tx.lock({
    contextFields: { share: distinct(changes.flatMap(fieldsOf)) },
    segments: { share: distinct([...segments.values()]) },
  });
}

function fieldsOf({ desired }: FeatureChange): string[] {
  return (desired?.environments ?? []).flatMap(({ strategies = [] }) =>
    strategies.flatMap(({ constraints = [] }) => constraints.map(({ contextName }) => contextName)),
  );
}

/** The values without duplicates. */
function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
