import { Client } from 'pg';
import { person, signedIn } from '../../support/people.js';
import { TestService } from '../../support/service.js';
import { until } from '../../support/waiting.js';

/**
 * That one caller's lists, which take long on a large instance, do not take the connections of
 * everybody else's requests.
 */

let service: TestService;
let stranger: Client;
beforeAll(async () => {
  service = await TestService.start({ DATABASE_POOL_MAX: '16', EXPENSIVE_REQUESTS_AT_ONCE: '4' });
  stranger = new Client({ connectionString: service.databaseUrl });
  await stranger.connect();
});
afterEach(() => stranger.query('ROLLBACK'));
afterAll(async () => {
  await stranger.end();
  await service.stop();
});

const waiting = async (): Promise<number> => {
  const sql =
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  return (await stranger.query<{ count: number }>(sql)).rows[0]!.count;
};

test.each([
  '/api/admin/context',
  '/api/admin/projects',
  '/api/admin/segments',
  '/api/admin/projects/default/insights',
])('twenty requests of %s by one caller leave connections to others', async (path) => {
  const viewer = await signedIn(service, (await person(service)).username);
  await stranger.query('BEGIN');
  // Lists of all kinds look at one of these.
  await stranger.query(
    'LOCK TABLE feature_strategy, feature_strategy_segment, project_environment, feature IN ACCESS EXCLUSIVE MODE',
  );
  const lists = Array.from({ length: 20 }, () => viewer.get(path).then(({ status }) => status));
  await until(async () => (await waiting()) > 0);

  await service.api.get('/api/admin/tag-types').expect(200);
  await service.api.post('/api/admin/tag-types/validate', { name: 'free' }).expect(200);

  await stranger.query('ROLLBACK');
  expect(new Set(await Promise.all(lists))).toEqual(new Set([200]));
});
