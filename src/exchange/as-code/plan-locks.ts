import type { Tx } from '../../core/event/tx.js';
import { lockFeatureCount } from '../../flags/project/project-lock.js';
import type { Comparison, FeatureChange, ThingChange } from './comparison.js';
import type { PresentState } from './present-state.js';

/**
 * Locks all that a plan changes, as far as rows tell, in the order of locks. What is locked stays
 * as the plan has seen it.
 */
export async function lockAll({ things, features, state }: Comparison, tx: Tx): Promise<void> {
  const present = things.filter((change) => change.present);
  const of = (kind: ThingChange['kind']): ThingChange[] =>
    present.filter((change) => change.kind === kind);
  const namesOf = (kind: ThingChange['kind']): string[] => of(kind).map(({ name }) => name);
  const idsOf = (kind: ThingChange['kind']): number[] =>
    of(kind).map((change) => change.present!['id'] as number);
  const projects = new Set(namesOf('project'));
  const shared = features.map(({ project }) => project).filter((id) => !projects.has(id));
  await tx.lock({
    environments: { noKeyUpdate: namesOf('environment') },
    projects: { noKeyUpdate: [...projects], share: distinct(shared) },
  });
  await lockFeatures(features, state, tx);
  await tx.lock({
    contextFields: { update: namesOf('contextField') },
    segments: { update: idsOf('segment') },
    tagTypes: { update: namesOf('tagType') },
    roles: { update: idsOf('role') },
  });
}

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
  const { projects } = await tx.lock({
    projects: { share: distinct(changes.map(({ project }) => project)) },
  });
  await lockFeatures(changes, state, tx);
  for (const { id, featureLimit } of projects)
    if (featureLimit !== null) await lockFeatureCount(tx, id);
  await tx.lock({
    contextFields: { share: distinct(changes.flatMap(fieldsOf)) },
    segments: { share: distinct([...segments.values()]) },
  });
}

async function lockFeatures(
  changes: readonly FeatureChange[],
  state: PresentState,
  tx: Tx,
): Promise<void> {
  const named = changes.flatMap(({ name, desired }) => [
    name,
    ...(desired?.dependencies ?? []).map((parent) => parent.feature),
  ]);
  const placesOf = ({ name, project }: FeatureChange) =>
    (state.projects.get(project)?.places ?? []).map(({ name: environment }) => ({
      ...{ featureName: name, environment },
    }));
  await tx.lock({
    features: { noKeyUpdate: distinct(named) },
    featureEnvironments: { update: changes.flatMap(placesOf) },
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
