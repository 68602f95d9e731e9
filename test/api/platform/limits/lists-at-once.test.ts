import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from 'pg';
import { Database } from '../../../../src/platform/database/database.js';
import { PASSWORD, person, signedIn } from '../../../support/people.js';
import { TestService } from '../../../support/service.js';
import { until } from '../../../support/waiting.js';

/**
 * The lists of one caller, which are slow on a large instance, do not use up the connections of
 * other requests.
 */

/** The table that lists of context fields read. */
const FIELDS = 'context_field';

let service: TestService;
let stranger: Client;
beforeAll(async () => {
  service = await TestService.start({
    DATABASE_POOL_MAX: '16',
    DATABASE_LOCK_SECONDS: '60',
    DATABASE_STATEMENT_SECONDS: '60',
    EXPENSIVE_REQUESTS_AT_ONCE: '4',
  });
  stranger = new Client({ connectionString: service.databaseUrl });
  await stranger.connect();
});
afterEach(() => stranger.query('ROLLBACK'));
afterAll(async () => {
  await stranger.end();
  await service.stop();
});

/** Number of statements that wait for a lock on a table, or on any. */
const waiting = async (table = ''): Promise<number> => {
  const { rows } = await stranger.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND strpos(query, $1) > 0`,
    [table],
  );
  return rows[0]!.count;
};

test.each([
  '/api/admin/context',
  '/api/admin/projects',
  '/api/admin/segments',
  '/api/admin/projects/default/insights',
])('twenty requests of %s by one caller leave connections to others', async (path) => {
  const viewer = await signedIn(service, (await person(service)).username);
  await stranger.query('BEGIN');
  // Lists of all kinds read one of these tables.
  await stranger.query(
    'LOCK TABLE feature_count, project_environment, feature IN ACCESS EXCLUSIVE MODE',
  );
  const lists = Array.from({ length: 20 }, () => viewer.get(path).then(({ status }) => status));
  await until(async () => (await waiting()) > 0);

  await service.api.get('/api/admin/tag-types').expect(200);
  await service.api.post('/api/admin/tag-types/validate', { name: 'free' }).expect(200);

  await stranger.query('ROLLBACK');
  expect(new Set(await Promise.all(lists))).toEqual(new Set([200]));
});

/** A request for a list that can be aborted. */
function listed(path: string, cookie: string): ReturnType<typeof request> {
  const { port } = service.service.app.getHttpServer().address() as AddressInfo;
  const sent = request({ port, path, headers: { cookie } });
  sent.on('error', () => {});
  sent.end();
  return sent;
}

async function cookieOf(username: string): Promise<string> {
  const login = { username, password: PASSWORD };
  const { headers } = await service.api.as().post('/auth/simple/login', login).expect(200);
  return headers['set-cookie']![0]!.split(';')[0]!;
}

test('callers who disconnect give the connections of their lists back', async () => {
  const cookies = [
    await cookieOf((await person(service)).username),
    await cookieOf((await person(service)).username),
  ];
  const general = () => service.service.app.get(Database).load.classes.general;
  await stranger.query('BEGIN');
  await stranger.query(
    'LOCK TABLE feature_count, project_environment, feature IN ACCESS EXCLUSIVE MODE',
  );
  const lists: ReturnType<typeof request>[] = [];
  for (const cookie of cookies)
    for (let n = 0; n < 8; n++) lists.push(listed('/api/admin/context', cookie));
  await until(async () => general().used === general().max && (await waiting(FIELDS)) > 0);

  for (const list of lists) list.destroy();

  // Background jobs may wait for the same locks.
  await until(async () => (await waiting(FIELDS)) === 0);
  await until(() => Promise.resolve(general().used === 0 && general().waiting === 0));
  await service.api.get('/api/admin/tag-types').expect(200);
  await stranger.query('ROLLBACK');
  await service.api.get('/api/admin/context').expect(200);
});

test('every operation that is a search is broken off when its caller disconnects', async () => {
  const files = (await readdir('src', { recursive: true })).filter((file) =>
    file.endsWith('.controller.ts'),
  );
  const sources = await Promise.all(files.map((file) => readFile(`src/${file}`, 'utf8')));
  const searches = sources
    .flatMap((source) => source.split('@Endpoint({').slice(1))
    .filter((handler) => handler.includes("cost: 'search'"));
  expect(searches.length).toBeGreaterThan(25);
  const others = searches.filter((handler) => !handler.includes('@CurrentReader()'));
  expect(others).toEqual([]);
});
