import type { SegmentPayload } from '../../core/event/event-payloads.js';
import { SEGMENT_JSON } from './segment.sql.js';
import { statement } from '../../platform/database/statement.js';

export const DELETE_OF_PROJECT = statement<[projectId: string], { segment: SegmentPayload }>(
  'segment-deletion.delete-of-project',
  /* sql */ `
    DELETE FROM segment s WHERE s.project = $1 RETURNING ${SEGMENT_JSON} AS segment`,
);
