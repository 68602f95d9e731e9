import { ExceedsLimitError } from '../../../platform/errors/general.errors.js';
import type { Tx } from '../../../core/event/tx.js';
import { COUNT_OF_FEATURE, COUNT_SAFEGUARDS } from './safeguard-quota.sql.js';

/** Maximum number of safeguards of a plan, and of a feature in an environment besides. */
const MAX_TOGETHER = 10;
/** Maximum number of safeguards in a project. */
const MAX_OF_PROJECT = 1_000;
/** Maximum number of safeguards of the instance, each of which is checked every few seconds. */
export const MAX_SAFEGUARDS_IN_ALL = 10_000;

/**
 * Requires that a plan or a feature, its project and the instance can have one safeguard more.
 * Additions wait for each other until their transactions end, so together they do not exceed a
 * limit.
 * @param present How many the plan or the feature has, which is locked.
 * @throws ExceedsLimitError
 */
export async function requireRoom(
  owner: 'A release plan' | 'A feature in an environment',
  present: number,
  projectId: string,
  tx: Tx,
): Promise<void> {
  if (present >= MAX_TOGETHER)
    throw new ExceedsLimitError(
      `${owner} can have at most ${MAX_TOGETHER} safeguards. Remove one first.`,
    );
  const { inProject, inAll } = await lockedCounts(projectId, tx);
  requireRoomInProject(projectId, inProject, 1);
  if (inAll >= MAX_SAFEGUARDS_IN_ALL)
    throw new ExceedsLimitError(
      `This instance can have at most ${MAX_SAFEGUARDS_IN_ALL} safeguards. Remove one first.`,
    );
}

/**
 * Requires that a project can have the safeguards of a feature that moves there.
 * @throws ExceedsLimitError
 */
export async function requireRoomForMoved(
  featureName: string,
  newProject: string,
  tx: Tx,
): Promise<void> {
  const [moved] = await tx.query(COUNT_OF_FEATURE, [featureName]);
  if (moved!.count === 0) return;
  const { inProject } = await lockedCounts(newProject, tx);
  requireRoomInProject(newProject, inProject, moved!.count);
}

async function lockedCounts(
  projectId: string,
  tx: Tx,
): Promise<{ inProject: number; inAll: number }> {
  await tx.lockName('safeguardQuotas', 'safeguards');
  const [counts] = await tx.query(COUNT_SAFEGUARDS, [projectId]);
  return counts!;
}

function requireRoomInProject(projectId: string, inProject: number, more: number): void {
  if (inProject + more <= MAX_OF_PROJECT) return;
  throw new ExceedsLimitError(
    `A project can have at most ${MAX_OF_PROJECT} safeguards together, and "${projectId}" has ` +
      `${inProject}. Remove one first.`,
  );
}
