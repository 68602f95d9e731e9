import { type LockedProject, lockLiveProject, noProject } from '../../core/event/live-project.js';
import type { Tx } from '../../core/event/tx.js';
import {
  InvalidOperationError,
  NameExistsError,
  NotFoundError,
} from '../../platform/errors/general.errors.js';
import type { FeatureNamingRules } from './feature-naming.js';
import { COUNT_FEATURES, FIND_LIVE_FEATURE, KEEP_FEATURES } from './project.sql.js';
import type { ConstraintErrors } from '../../platform/database/constraint-errors.js';
import { ApiError } from '../../platform/errors/api-error.js';

/** The project that every instance has. */
const DEFAULT_PROJECT = 'default';

/**
 * Locks a live or archived project exclusively until the transaction ends.
 * @throws NotFoundError when it does not exist.
 */
export async function lockProject(tx: Tx, projectId: string): Promise<{ archived: boolean }> {
  const [found] = (await tx.lock({ projects: { update: [projectId] } })).projects;
  if (!found) throw noProject(projectId);
  return found;
}

/**
 * Locks features of projects, including archived ones, against deletion until the transaction ends,
 * before rows are added that reference them.
 */
export async function keepFeatures(tx: Tx, projectIds: readonly string[]): Promise<void> {
  await tx.query(KEEP_FEATURES, [projectIds]);
}

/**
 * Locks environments against changes and deletion until the transaction ends, before they are added
 * to a project. Must happen before the project is locked. References to them are not blocked.
 * Unknown names are ignored.
 */
export async function lockEnvironments(tx: Tx, names: readonly string[]): Promise<void> {
  await tx.lock({ environments: { share: names } });
}

/**
 * Checks that a locked project can be archived or deleted. `fate` completes the error message.
 * @throws InvalidOperationError when it is the project `default`, or has live features.
 */
export async function requireNoFeatures(
  tx: Tx,
  projectId: string,
  outcome: 'archived' | 'deleted',
): Promise<void> {
  if (projectId === DEFAULT_PROJECT)
    throw new InvalidOperationError(
      `The project "${DEFAULT_PROJECT}" cannot be ${outcome}: every instance needs it.`,
    );
  const live = await tx.query(FIND_LIVE_FEATURE, [projectId]);
  if (live.length === 0) return;
  throw new InvalidOperationError(
    `The project "${projectId}" has features that are not archived. Archive them first.`,
  );
}

/**
 * Locks a project before features are created in it. `live` is the number of live ones among them.
 * @throws NotFoundError when there is no such live project.
 * @throws BadDataError when a name does not match the naming pattern.
 * @throws InvalidOperationError when the project would exceed its feature limit.
 */
export async function admitFeatures(
  tx: Tx,
  naming: FeatureNamingRules,
  projectId: string,
  featureNames: readonly string[],
  live = featureNames.length,
): Promise<LockedProject> {
  const project = await lockLiveProject(tx, projectId);
  await naming.requireNames(project.featureNaming, featureNames);
  if (live > 0) await requireRoom(tx, project, live);
  return project;
}

/**
 * Checks that a locked project has not reached its limit of live features.
 * @throws InvalidOperationError when it has.
 */
export async function requireRoom(
  tx: Tx,
  { id: projectId, featureLimit: limit }: LockedProject,
  more: number,
): Promise<void> {
  if (limit === null) return;
  // Serialises the check, because two concurrent transactions could both find room for one. The row
  // lock is shared by everybody who adds features, so it cannot do this.
  await lockFeatureCount(tx, projectId);
  const [row] = await tx.query(COUNT_FEATURES, [projectId]);
  if (row!.count + more <= limit) return;
  throw new InvalidOperationError(
    `The project "${projectId}" has ${row!.count} features, and its limit is ${limit}. ` +
      'Archive some first.',
  );
}

/** Prevents other transactions from adding features to a project with a limit. */
export async function lockFeatureCount(tx: Tx, projectId: string): Promise<void> {
  await tx.lockName('featureCounts', `features of the project ${projectId}`);
}

/** The last environment of a project cannot be removed. */
export class MinimumOneEnvironmentError extends ApiError {
  readonly status = 400;
}

/** Maps the constraints of this table to the errors that callers see. */
export const PROJECT_CONSTRAINTS: ConstraintErrors = {
  project_pkey: (id) => new NameExistsError(`A project with the id "${id}" already exists.`),
  project_environment_pkey: (place) =>
    new NameExistsError(`"${place}": the project already has this environment.`),
  project_environment_environment_fkey: (name) =>
    new NotFoundError(`There is no environment "${name}".`),
  project_environment_project_fkey: (id) => new NotFoundError(`There is no project "${id}".`),
};
