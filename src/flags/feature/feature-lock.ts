import type { Tx } from '../../core/event/tx.js';
import { NotFoundError } from '../../platform/errors/general.errors.js';
import { archivedFeatureError, noEnvironment, notFound } from './feature.read-model.js';
import type { ProjectEnvironmentParams } from '../project/project.dto.js';
import type { FeatureEnvironmentParams, FeatureParams } from './feature.dto.js';
import type { GuardLevel } from '../preview/impact.response.js';
import { FIND_PROJECT } from './feature.sql.js';

/** Data of a locked feature environment. */
export interface LockedFeatureEnvironment {
  featureName: string;
  enabled: boolean;
  strategyCount: number;
  activeStrategyCount: number;
  /** Whether there is a release plan none of whose milestones has started. */
  hasWaitingPlan: boolean;
  guard: GuardLevel;
}

/**
 * Locks a live feature until the transaction ends. With `share`, other transactions may share the
 * lock, and only archiving and the like have to wait.
 * @throws NotFoundError when the project has no such feature.
 * @throws ArchivedFeatureError when it is archived.
 */
export async function lockFeature(
  tx: Tx,
  { projectId, featureName }: FeatureParams,
  mode: 'share' | 'update' = 'share',
): Promise<void> {
  await requireLive(
    tx,
    projectId,
    [featureName],
    await lockFeatures(tx, projectId, [featureName], mode),
  );
}

/** Data of a locked feature. */
export interface LockedFeature {
  name: string;
  archived: boolean;
  /** What its project does about turning off or archiving features that are in use. */
  guard: GuardLevel;
}

/**
 * Locks features of a project, including archived ones; unknown names are skipped. `mode` as for
 * {@link lockFeature}.
 * @throws NotFoundError when there is no such project.
 */
export async function lockFeatures(
  tx: Tx,
  projectId: string,
  names: readonly string[],
  mode: 'share' | 'update' = 'update',
): Promise<LockedFeature[]> {
  const { features } = await tx.lock({
    features: mode === 'share' ? { share: names } : { noKeyUpdate: names },
  });
  const found = features.filter(({ project }) => project === projectId);
  if (found.length === 0) await requireProject(tx, projectId);
  return found;
}

/**
 * Locks a feature in one environment, which serialises changes of its strategies, variants and
 * state.
 * @throws NotFoundError when the project lacks the feature or the environment.
 * @throws ArchivedFeatureError when the feature is archived.
 */
export async function lockFeatureEnvironment(
  tx: Tx,
  at: FeatureEnvironmentParams,
): Promise<LockedFeatureEnvironment> {
  return (await lockFeatureEnvironments(tx, at, [at.featureName])).get(at.featureName)!;
}

/**
 * Like {@link lockFeatureEnvironment} for several features of a project, in order of names.
 * @returns Their data by name.
 */
export async function lockFeatureEnvironments(
  tx: Tx,
  at: ProjectEnvironmentParams,
  featureNames: readonly string[],
): Promise<Map<string, LockedFeatureEnvironment>> {
  const features = await lockFeatures(tx, at.projectId, featureNames, 'share');
  await requireLive(tx, at.projectId, featureNames, features);
  const { environment } = at;
  const { featureEnvironments } = await tx.lock({
    featureEnvironments: {
      update: featureNames.map((featureName) => ({ featureName, environment })),
    },
  });
  const places = new Map(
    featureEnvironments
      .filter(({ isInProject }) => isInProject)
      .map((place) => [place.featureName, { ...place, guard: guardOf(features) }]),
  );
  const isComplete = featureNames.every((name) => places.has(name));
  if (!isComplete) throw noEnvironment(at);
  return places;
}

/** What the project of the features does about changes of features that are in use. */
export function guardOf([feature]: readonly LockedFeature[]): GuardLevel {
  return feature?.guard ?? 'none';
}

/**
 * Checks that all features exist and are live.
 * @throws NotFoundError for the first one the project lacks.
 * @throws ArchivedFeatureError for the first archived one.
 */
export async function requireLive(
  tx: Tx,
  projectId: string,
  names: readonly string[],
  locked: readonly LockedFeature[],
): Promise<void> {
  const archivedBy = new Map(locked.map((feature) => [feature.name, feature.archived]));
  for (const featureName of names) {
    const isArchived = archivedBy.get(featureName);
    if (isArchived === undefined) throw await whatIsMissing(tx, { projectId, featureName });
    if (isArchived) throw archivedFeatureError(featureName);
  }
}

async function whatIsMissing(tx: Tx, at: FeatureParams): Promise<NotFoundError> {
  await requireProject(tx, at.projectId);
  return notFound(at);
}

async function requireProject(tx: Tx, projectId: string): Promise<void> {
  const [project] = await tx.query(FIND_PROJECT, [projectId]);
  if (!project) throw new NotFoundError(`There is no project "${projectId}".`);
}
