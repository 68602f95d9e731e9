import type { Caller } from '../auth/caller/caller.js';
import type { Tx } from '../event/tx.js';
import { PermissionError } from '../auth/caller/auth.errors.js';

/** The projects whose features carry the tag ($1, $2), or a tag of the type $1 where $2 is null. */
const PROJECTS = /* sql */ `
  SELECT DISTINCT f.project FROM feature_tag t JOIN feature f ON f.name = t.feature_name WHERE t.type = $1 AND ($2::text IS NULL OR t.value = $2)`;

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
  const carriers = await tx.query<{ project: string }>(PROJECTS, [type, value ?? null]);
  if (!carriers.every(({ project }) => caller.may('UPDATE_FEATURE', { project })))
    throw new PermissionError(['UPDATE_FEATURE']);
}
