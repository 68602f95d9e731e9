import type { Tx } from '../event/tx.js';
import { InvalidOperationError, NotFoundError } from '../errors/general.errors.js';
import type { FeatureNaming } from './project.entity.js';
import type { FeatureNamingRules } from './feature-naming.js';

/** The project that every instance has. */
const DEFAULT_PROJECT = 'default';

/** What is known of a project that is held. */
export interface HeldProject {
  id: string;
  /** How many live features it may have; null for any number. */
  featureLimit: number | null;
  featureNaming: FeatureNaming | null;
}

/**
 * Keeps a live project as it is until the transaction ends. `share`: features may be added side by
 * side; `update`: nobody else changes the project or adds features to it.
 * @throws NotFoundError when there is no such project, or it is archived.
 */
export async function holdProject(
  tx: Tx,
  projectId: string,
  mode: 'share' | 'update' = 'share',
): Promise<HeldProject> {
  const { projects } = await tx.lock({
    projects: mode === 'share' ? { share: [projectId] } : { noKeyUpdate: [projectId] },
  });
  const [found] = projects;
  if (!found) throw noProject(projectId);
  if (found.archived)
    throw new NotFoundError(`There is no project "${projectId}": it is archived. Revive it first.`);
  return { ...found, featureNaming: found.featureNaming as FeatureNaming | null };
}

/**
 * Locks a project, live or archived, against every change until the transaction ends. @throws
 * NotFoundError
 */
export async function lockProject(tx: Tx, projectId: string): Promise<{ archived: boolean }> {
  const [found] = (await tx.lock({ projects: { update: [projectId] } })).projects;
  if (!found) throw noProject(projectId);
  return found;
}

/**
 * Keeps the features of projects, archived ones included, from being deleted until the transaction
 * ends: for what is about to get rows that belong to them.
 */
export async function keepFeatures(tx: Tx, projectIds: readonly string[]): Promise<void> {
  await tx.query(
    'SELECT FROM feature WHERE project = ANY ($1) ORDER BY name COLLATE "C" FOR KEY SHARE /* locks features */',
    [projectIds],
  );
}

/**
 * Keeps environments from being changed or deleted until the transaction ends: for who gives them
 * to a project. Merely referring to one does not. Always before the project is locked. Unknown
 * names are passed over.
 */
export async function holdEnvironments(tx: Tx, names: readonly string[]): Promise<void> {
  await tx.lock({ environments: { share: names } });
}

/**
 * Passes when a project that is locked can go. `fate`: what is to become of it, for the refusal.
 * @throws InvalidOperationError when it is the project `default`, or has features that are not
 * archived.
 */
export async function requireNoFeatures(
  tx: Tx,
  projectId: string,
  fate: 'archived' | 'deleted',
): Promise<void> {
  if (projectId === DEFAULT_PROJECT)
    throw new InvalidOperationError(
      `The project "${DEFAULT_PROJECT}" cannot be ${fate}: every instance has it.`,
    );
  const live = await tx.query(
    'SELECT FROM feature WHERE project = $1 AND archived_at IS NULL LIMIT 1',
    [projectId],
  );
  if (live.length === 0) return;
  throw new InvalidOperationError(
    `The project "${projectId}" has features that are not archived. Archive them before it is ${fate}.`,
  );
}

/**
 * Holds a project for features that are about to be created or copied in it. `live`: how many of
 * them will not be archived.
 * @throws NotFoundError when there is no such live project. @throws BadDataError when a name does
 * not follow the project's pattern.
 * @throws InvalidOperationError when the project would have more features than it may.
 */
export async function admitFeatures(
  tx: Tx,
  naming: FeatureNamingRules,
  projectId: string,
  featureNames: readonly string[],
  live = featureNames.length,
): Promise<void> {
  const project = await holdProject(tx, projectId);
  await naming.requireNames(project.featureNaming, featureNames);
  if (live > 0) await requireRoom(tx, project, live);
}

/**
 * Sees to it that a project that is held has room for more live features.
 * @throws InvalidOperationError when it has not.
 */
export async function requireRoom(
  tx: Tx,
  { id: projectId, featureLimit: limit }: HeldProject,
  more: number,
): Promise<void> {
  if (limit === null) return;
  // One at a time, or two at once would both find room for one. The row is held by everybody who
  // adds a feature, so it cannot serve as this lock.
  await lockFeatureCount(tx, projectId);
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM feature WHERE project = $1 AND archived_at IS NULL',
    [projectId],
  );
  if (row!.count + more <= limit) return;
  throw new InvalidOperationError(
    `The project "${projectId}" has ${row!.count} features, and may have ${limit}. Archive some first.`,
  );
}

/** Lets nobody else add features to a project that has a limit until the transaction ends. */
export async function lockFeatureCount(tx: Tx, projectId: string): Promise<void> {
  await tx.lockName('featureCounts', `features of the project ${projectId}`);
}

export function noProject(projectId: string): NotFoundError {
  return new NotFoundError(`There is no project "${projectId}".`);
}
