import type { SegmentPayload } from '../event/event-payloads.js';
import type { Tx } from '../event/tx.js';
import { SEGMENT_JSON } from './segment.read-model.js';

/** Deletes the segments of a project, which nothing uses. */
export async function deleteSegmentsOf(projectId: string, tx: Tx): Promise<void> {
  const rows = await tx.query<{ segment: SegmentPayload }>(
    `DELETE FROM segment s WHERE s.project = $1 RETURNING ${SEGMENT_JSON} AS segment`,
    [projectId],
  );
  await tx.recordAll(
    rows.map(({ segment }) => ({
      type: 'segment-deleted' as const,
      project: projectId,
      preData: segment,
    })),
  );
}
