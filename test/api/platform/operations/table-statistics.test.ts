import { TableStatisticsJob } from '../../../../src/instance/operations/table-statistics.job.js';
import { TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const statisticsOf = (table: string): Promise<object[]> =>
  service.sql('SELECT FROM pg_stats WHERE tablename = $1', [table]);

test('large tables without statistics are analyzed, and no others', async () => {
  // As pg_upgrade and pg_restore leave them; PostgreSQL itself shall not be faster.
  await service.sql('ALTER TABLE tag SET (autovacuum_enabled = off)');
  await service.sql('ALTER TABLE segment SET (autovacuum_enabled = off)');
  await service.sql(
    `INSERT INTO tag (type, value)
     SELECT 'simple', repeat('v', 40) || n FROM generate_series(1, 20000) n`,
  );
  expect(await statisticsOf('tag')).toEqual([]);

  await service.service.app.get(TableStatisticsJob, { strict: false }).analyze();

  expect(await statisticsOf('tag')).not.toEqual([]);
  expect(await statisticsOf('segment')).toEqual([]);
});
