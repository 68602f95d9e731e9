import type { Caller } from '../auth/caller/caller.js';
import type { Tx } from '../event/tx.js';
import { PermissionError } from '../auth/caller/auth.errors.js';
import { PROJECTS } from './untagging.sql.js';

/**
 * Sees to it that a tag, or all tags of a type, may be taken off every feature that carries them:
 * what is of the whole instance is no way into a project.
 * @throws PermissionError when the caller may not change the features of one of their projects.
 */
export async function requireMayUntag(
  caller: Caller,
  { type, value }: { type: string; value?: string },
  tx: Tx,
): Promise<void> {
  if (caller.isUnlimited) return;
  const carriers = await tx.query(PROJECTS, [type, value ?? null]);
  if (!carriers.every(({ project }) => caller.may('UPDATE_FEATURE', { project })))
    throw new PermissionError(['UPDATE_FEATURE']);
}
