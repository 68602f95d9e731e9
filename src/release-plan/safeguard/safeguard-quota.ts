import { ExceedsLimitError } from '../../errors/general.errors.js';
import type { Tx } from '../../event/tx.js';
import { COUNT_OF_FEATURE, COUNT_SAFEGUARDS } from './safeguard-quota.sql.js';

/** Maximum number of safeguards of a plan. */
const MAX_OF_PLAN = 10;
/** Maximum number of safeguards of the plans of a project. */
const MAX_OF_PROJECT = 1_000;
/** Maximum number of safeguards of all plans, each of which is checked every few seconds. */
export const MAX_SAFEGUARDS_IN_ALL = 10_000;

/**
 * Requires that a plan, its project and the instance can have one safeguard more. Additions wait
 * for each other until their transactions end, so together they do not exceed a limit.
 * @param ofPlan How many the plan has, which is locked.
 * @throws ExceedsLimitError
 */
export async function requireRoom(ofPlan: number, projectId: string, tx: Tx): Promise<void> {
  if (ofPlan >= MAX_OF_PLAN)
    throw new ExceedsLimitError(
      `A release plan can have at most ${MAX_OF_PLAN} safeguards. Remove one first.`,
    );
  const { inProject, inAll } = await lockedCounts(projectId, tx);
  requireRoomInProject(projectId, inProject, 1);
  if (inAll >= MAX_SAFEGUARDS_IN_ALL)
    throw new ExceedsLimitError(
      `All release plans can have at most ${MAX_SAFEGUARDS_IN_ALL} safeguards together. ` +
        'Remove one first.',
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
  await tx.lockName('safeguardQuotas', 'safeguards of release plans');
  const [counts] = await tx.query(COUNT_SAFEGUARDS, [projectId]);
  return counts!;
}

function requireRoomInProject(projectId: string, inProject: number, more: number): void {
  if (inProject + more <= MAX_OF_PROJECT) return;
  throw new ExceedsLimitError(
    `The release plans of a project can have at most ${MAX_OF_PROJECT} safeguards together, ` +
      `and those of "${projectId}" have ${inProject}. Remove one first.`,
  );
}
