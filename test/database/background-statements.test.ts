import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { EventTally } from '../../src/core/event/event-tally.js';
import { Database } from '../../src/platform/database/database.js';
import { statement } from '../../src/platform/database/statement.js';
import { TestService } from '../support/service.js';
import { eventually } from '../support/waiting.js';

const SLEEP = statement<[], object>('test.sleep', 'SELECT pg_sleep(600)');
const FIRST_ON = 'SELECT feature_name FROM feature_first_on WHERE feature_name = $1';

let service: TestService;
beforeEach(async () => {
  service = await TestService.start();
});

test('what somebody else locks holds up a background statement for two seconds at most', async () => {
  const other = new Client({ connectionString: service.databaseUrl });
  await other.connect();
  await other.query('BEGIN');
  // Before the event: the service may tally it at any time. Such a lock leaves the event final.
  await other.query('LOCK TABLE feature_first_on IN SHARE MODE');
  const feature = await service.given.feature();
  const path = `/api/admin/projects/default/features/${feature}/environments/production/on`;
  await service.api.post(path).expect(200);
  const tally = service.service.app.get(EventTally);
  const attempt = async (): Promise<{ failure: string; ms: number }> => {
    const began = performance.now();
    const failure = await tally.catchUp().then(() => '', String);
    return { failure, ms: performance.now() - began };
  };

  // Transactions in other databases of the server can delay when the event is final.
  const { ms } = await eventually(attempt, ({ failure }) => failure.includes('lock timeout'));

  expect(ms).toBeLessThan(10_000);
  await other.query('ROLLBACK');
  await other.end();
  const noted = async (): Promise<object[]> => {
    await tally.catchUp();
    return service.sql(FIRST_ON, [feature]);
  };
  expect(await eventually(noted, ({ length }) => length > 0)).toHaveLength(1);
  await service.stop();
});

test('the service stops although a background statement does not end', async () => {
  const slow = service.service.app.get(Database).run(SLEEP, [], 'background');
  const ended = expect(slow).rejects.toThrow();
  await sleep(200);
  await service.stop();
  await ended;
});
