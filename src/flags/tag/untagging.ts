import type { Caller } from '../../core/auth/caller/caller.js';
import type { Tx } from '../../core/event/tx.js';
import { PermissionError } from '../../core/auth/caller/auth.errors.js';
import { keepRemoved } from '../../core/event/removed-parts.js';
import { PROJECTS, UNTAG } from './tag.sql.js';

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

/** A tag that was removed from a feature. */
interface RemovedTag {
  featureName: string;
  type: string;
  value: string;
}

/** Removes a locked tag, or all locked tags of a type, from all features. */
export function untag(
  { type, value }: { type: string; value?: string },
  tx: Tx,
): Promise<RemovedTag[]> {
  return tx.query(UNTAG, [type, value ?? null]);
}

/**
 * Stores from which features a tag or tag type was removed by its deletion. The deletion must be
 * recorded already.
 */
export async function keepUntagged(
  event: 'tag-deleted' | 'tag-type-deleted',
  removed: readonly RemovedTag[],
  tx: Tx,
): Promise<void> {
  const parts = removed.map(({ featureName, ...data }) => ({ featureName, data }));
  await keepRemoved(event, parts, tx);
}
