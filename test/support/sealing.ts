import { EventSealer } from '../../src/audit/audit-log/seal/event-sealer.js';
import type { TestService } from './service.js';
import { until } from './waiting.js';

/**
 * Waits until every event is sealed. Transactions in other databases of the server can delay that.
 */
export const untilSealed = (service: TestService): Promise<void> =>
  until(async () => {
    await service.service.app.get(EventSealer).sealNext();
    const [row] = await service.sql<{ left: number }>(
      `SELECT ((SELECT count(*) FROM event)
               - (SELECT COALESCE(sum(cardinality(event_ids)), 0) FROM event_seal))::int AS left`,
    );
    return row!.left <= 0;
  });
