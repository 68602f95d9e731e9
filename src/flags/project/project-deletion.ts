import { keepRemoved } from '../../core/event/removed-parts.js';
import type { Tx } from '../../core/event/tx.js';
import { InvalidOperationError } from '../../platform/errors/general.errors.js';
import { COUNT_DELETED_PRIVATE, DELETE_PROJECT, READ_ENVIRONMENTS } from './project.sql.js';

/** About how many private projects can be deleted, since their events stay hidden for ever. */
export const MAX_DELETED_PRIVATE = 1_000;

/**
 * Permanently deletes a locked and empty project.
 * @throws InvalidOperationError when too many private projects were deleted.
 */
export async function deleteProject(projectId: string, tx: Tx): Promise<void> {
  const places = await tx.query(READ_ENVIRONMENTS, [projectId]);
  const [gone] = await tx.query(DELETE_PROJECT, [projectId]);
  if (gone!.mode === 'private') await requireFewDeleted(tx);
  // Records the mode, so that events of a private project stay private after its deletion.
  const data = gone!.mode === 'private' ? { data: { mode: 'private' as const } } : {};
  await tx.record({ type: 'project-deleted', project: projectId, ...data });
  const parts = places.map(({ environment }) => ({ project: projectId, environment, data: {} }));
  await keepRemoved('project-deleted', parts, tx);
}

async function requireFewDeleted(tx: Tx): Promise<void> {
  const [row] = await tx.query(COUNT_DELETED_PRIVATE);
  if (row!.count > MAX_DELETED_PRIVATE)
    throw new InvalidOperationError(
      `${MAX_DELETED_PRIVATE} private projects were deleted, whose events stay hidden. Archive ` +
        'this one instead, or make it open first, which shows its events to everybody.',
    );
}
