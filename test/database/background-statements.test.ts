import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { EventTally } from '../../src/core/event/event-tally.js';
import { Database } from '../../src/platform/database/database.js';
import { statement } from '../../src/platform/database/statement.js';
import { TestService } from '../support/service.js';

const SLEEP = statement<[], object>('test.sleep', 'SELECT pg_sleep(600)');
const FIRST_ON = 'SELECT feature_name FROM feature_first_on WHERE feature_name = $1';

let service: TestService;
beforeEach(async () => {
  service = await TestService.start();
});

test('a row that somebody else locks holds up a background statement for two seconds at most', async () => {
  const feature = await service.given.feature();
  const path = `/api/admin/projects/default/features/${feature}/environments/production/on`;
  await service.api.post(path).expect(200);
  const other = new Client({ connectionString: service.databaseUrl });
  await other.connect();
  await other.query('BEGIN');
  await other.query('SELECT FROM feature WHERE name = $1 FOR UPDATE', [feature]);
  const tally = service.service.app.get(EventTally);
  const began = performance.now();

  // The other transaction has changed nothing, so the event is final although it is open.
  await expect(tally.catchUp()).rejects.toThrow('lock timeout');

  expect(performance.now() - began).toBeLessThan(10_000);
  await other.query('ROLLBACK');
  await other.end();
  await tally.catchUp();
  expect(await service.sql(FIRST_ON, [feature])).toHaveLength(1);
  await service.stop();
});

test('the service stops although a background statement does not end', async () => {
  const slow = service.service.app.get(Database).run(SLEEP, [], 'background');
  const ended = expect(slow).rejects.toThrow();
  await sleep(200);
  await service.stop();
  await ended;
});
