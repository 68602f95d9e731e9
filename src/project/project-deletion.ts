import { keepRemoved } from '../event/removed-parts.js';
import type { Tx } from '../event/tx.js';
import { DELETE_PROJECT, READ_ENVIRONMENTS } from './project-deletion.sql.js';

/** Permanently deletes a locked and empty project. */
export async function deleteProject(projectId: string, tx: Tx): Promise<void> {
  const places = await tx.query(READ_ENVIRONMENTS, [projectId]);
  const [gone] = await tx.query(DELETE_PROJECT, [projectId]);
  // Records the mode, so that events of a private project stay private after its deletion.
  const data = gone!.mode === 'private' ? { data: { mode: 'private' as const } } : {};
  await tx.record({ type: 'project-deleted', project: projectId, ...data });
  const parts = places.map(({ environment }) => ({ project: projectId, environment, data: {} }));
  await keepRemoved('project-deleted', parts, tx);
}
