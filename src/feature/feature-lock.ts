import type { Tx } from '../event/tx.js';
import { NotFoundError } from '../errors/general.errors.js';
import { archivedFeatureError, noEnvironment, notFound } from './feature.read-model.js';
import type { ProjectEnvironmentParams } from '../project/project.params.js';
import type { FeatureEnvironmentParams, FeatureParams } from './feature.params.js';

/** What is known of a feature environment that is locked. */
export interface LockedFeatureEnvironment {
  featureName: string;
  enabled: boolean;
  strategyCount: number;
  activeStrategyCount: number;
}

/**
 * Locks a live feature, so that it is neither archived nor changed by another until the transaction
 * ends. `share`: others may hold it too, and only archiving and the like have to wait.
 * @throws NotFoundError when the project has no such feature. @throws ArchivedFeatureError when it
 * is archived.
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

/** What is known of a feature that is locked. */
export interface LockedFeature {
  name: string;
  archived: boolean;
}

/**
 * Locks those of some features that the project has, archived ones included; names that it lacks
 * are passed over. `mode`: as for {@link lockFeature}. @throws NotFoundError when there is no such
 * project.
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
 * Locks a feature in one environment: whoever changes its strategies, variants or state there comes
 * one after another.
 * @throws NotFoundError when the project lacks the feature or the environment. @throws
 * ArchivedFeatureError when the feature is archived.
 */
export async function lockFeatureEnvironment(
  tx: Tx,
  at: FeatureEnvironmentParams,
): Promise<LockedFeatureEnvironment> {
  return (await lockFeatureEnvironments(tx, at, [at.featureName])).get(at.featureName)!;
}

/**
 * As {@link lockFeatureEnvironment} for several features of a project, always in the order of their
 * names. @returns What is known of each, by its name.
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
      .map((place) => [place.featureName, place]),
  );
  const isComplete = featureNames.every((name) => places.has(name));
  if (!isComplete) throw noEnvironment(at);
  return places;
}

/**
 * Passes when all of some features that are locked are there and live.
 * @throws NotFoundError for the first that the project lacks. @throws ArchivedFeatureError for the
 * first that is archived.
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
  const [project] = await tx.query('SELECT FROM project WHERE id = $1', [projectId]);
  if (!project) throw new NotFoundError(`There is no project "${projectId}".`);
}
