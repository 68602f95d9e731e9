import { NotFoundError } from '../../platform/errors/general.errors.js';
import type { LockedRows } from './row-locks.js';
import type { Tx } from './tx.js';

/** Data of a locked project. */
export type LockedProject = LockedRows['projects'];

/**
 * Locks a live project until the transaction ends. `share` allows others to add features
 * concurrently; `update` excludes them.
 * @throws NotFoundError when it does not exist or is archived.
 */
export async function lockLiveProject(
  tx: Tx,
  projectId: string,
  mode: 'share' | 'update' = 'share',
): Promise<LockedProject> {
  const { projects } = await tx.lock({
    projects: mode === 'share' ? { share: [projectId] } : { noKeyUpdate: [projectId] },
  });
  const [found] = projects;
  if (!found) throw noProject(projectId);
  if (found.archived)
    throw new NotFoundError(`There is no project "${projectId}": it is archived. Revive it first.`);
  return found;
}

/** The error for a project that does not exist, is archived, or is hidden. */
export function noProject(projectId: string): NotFoundError {
  return new NotFoundError(`There is no project "${projectId}".`);
}
