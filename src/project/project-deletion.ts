import type { Tx } from '../event/tx.js';

/** Deletes a project, which is locked and empty, for good. */
export async function deleteProject(projectId: string, tx: Tx): Promise<void> {
  const [gone] = await tx.query<{ mode: string }>(
    'DELETE FROM project WHERE id = $1 RETURNING mode',
    [projectId],
  );
  // Records the mode, so that events of a private project stay private after its deletion.
  const data = gone!.mode === 'private' ? { data: { mode: 'private' as const } } : {};
  await tx.record({ type: 'project-deleted', project: projectId, ...data });
}
