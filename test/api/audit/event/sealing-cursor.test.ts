import { verifyAuditLog } from '../../../../verify/audit-verifier.js';
import { withDatabaseSource } from '../../../../verify/database-source.js';
import { untilSealed } from '../../../support/sealing.js';
import { TestService } from '../../../support/service.js';

test('sealing goes on when somebody has deleted up to where events are sealed', async () => {
  const service = await TestService.start();
  try {
    await service.given.feature();
    await untilSealed(service);
    await service.sql('DELETE FROM event_seal_cursor');
    await service.given.feature();
    await untilSealed(service);
    const address = { url: service.databaseUrl, ssl: false } as const;
    const found = await withDatabaseSource(address, (source) =>
      verifyAuditLog(source, { ids: [], keys: [], checkpoints: [] }),
    );
    expect(found.findings).toEqual([]);
    const [row] = await service.sql<{ events: number }>(
      'SELECT count(*)::int AS events FROM event',
    );
    expect(found.verified).toBe(row!.events);
  } finally {
    await service.stop();
  }
});
