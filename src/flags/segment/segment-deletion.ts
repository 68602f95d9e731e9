import type { Tx } from '../../core/event/tx.js';
import { DELETE_OF_PROJECT } from './segment.sql.js';

/** Deletes the unused segments of a project. */
export async function deleteSegmentsOf(projectId: string, tx: Tx): Promise<void> {
  const rows = await tx.query(DELETE_OF_PROJECT, [projectId]);
  await tx.recordAll(
    rows.map(({ segment }) => ({
      type: 'segment-deleted' as const,
      project: projectId,
      preData: segment,
    })),
  );
}
