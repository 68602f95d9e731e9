import type { Caller } from '../auth/caller/caller.js';
import type { Tx } from '../event/tx.js';
import { PermissionError } from '../auth/caller/auth.errors.js';
import { PROJECTS } from './untagging.sql.js';

/**
 * Checks that the caller may remove a tag, or all tags of a type, from every feature that carries
 * them, so that a permission for the instance gives no access to a project.
 * @throws PermissionError when not.
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
