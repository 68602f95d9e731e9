import { ExceedsLimitError } from '../../../platform/errors/general.errors.js';
import type { Tx } from '../../../core/event/tx.js';
import { statement } from '../../../platform/database/statement.js';

/** The features with safeguards `s`, and how many: of their release plans, and of their own. */
const SAFEGUARDS = /* sql */ `(
  SELECT feature_name, jsonb_array_length(safeguards) AS n FROM release_plan
   WHERE safeguards <> '[]'
  UNION ALL SELECT feature_name, 1 FROM feature_safeguard) s`;

/** How many safeguards there are. */
const COUNT_SAFEGUARDS = statement<[projectId: string], { inProject: number; inAll: number }>(
  'safeguard-quota.count-safeguards',
  /* sql */ `
    SELECT COALESCE(sum(s.n) FILTER (WHERE f.project = $1), 0)::int AS "inProject",
           COALESCE(sum(s.n), 0)::int AS "inAll"
      FROM ${SAFEGUARDS} JOIN feature f ON f.name = s.feature_name`,
);

/** How many safeguards a feature has in all environments. */
const COUNT_OF_FEATURE = statement<[featureName: string], { count: number }>(
  'safeguard-quota.count-of-feature',
  /* sql */ `
    SELECT COALESCE(sum(s.n), 0)::int AS count FROM ${SAFEGUARDS} WHERE s.feature_name = $1`,
);

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
