import { latestEvent } from './undoing.js';
import type { TestService } from './service.js';

/**
 * Deletes a segment of archived features as earlier versions did: they removed it from the
 * strategies, and kept from which.
 */
export async function deleteSegmentOfArchived(service: TestService, id: number): Promise<void> {
  const uses = await service.sql<{ strategy: string; feature: string }>(
    `DELETE FROM feature_strategy_segment WHERE segment_id = $1
     RETURNING strategy_id AS strategy, feature_name AS feature`,
    [id],
  );
  await service.api.delete(`/api/admin/segments/${id}`).expect(204);
  const event = await latestEvent(service, 'segment-deleted');
  for (const { strategy, feature } of uses)
    await service.sql(
      `INSERT INTO removed_part (event_id, type, feature_name, data)
       VALUES ($1, 'segment-deleted', $2, $3)`,
      [event, feature, JSON.stringify({ strategyId: strategy, segment: id })],
    );
}
