import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from 'pg';
import { type Api, at, type HttpCall } from '../../../support/api.js';
import { somebody } from '../../../support/grants.js';
import { ADMIN_TOKEN, TestService } from '../../../support/service.js';
import { until } from '../../../support/waiting.js';

/**
 * Many requests of one caller do not use up the connections of others, whatever they wait for. With
 * an idempotency key or as a dry run, their transaction begins before their handler.
 */

const ARCHIVE = '/api/admin/projects/default/archive';
const BULK_OFF = '/api/admin/projects/default/bulk_features/environments/production/off';
const MANY = 20;

let service: TestService;
let caller: Api;
let stranger: Client;
beforeAll(async () => {
  service = await TestService.start({
    DATABASE_POOL_MAX: '16',
    DATABASE_LOCK_SECONDS: '60',
    DATABASE_STATEMENT_SECONDS: '60',
    EXPENSIVE_REQUESTS_AT_ONCE: '2',
  });
  stranger = new Client({ connectionString: service.databaseUrl });
  await stranger.connect();
  caller = (await somebody(service, 'Admin')).api;
  await service.given.feature({ name: 'held' });
  await service.given.feature({ name: 'other', enabledIn: ['production'] });
});
beforeEach(() => stranger.query('BEGIN'));
afterEach(() => stranger.query('ROLLBACK'));
afterAll(async () => {
  await stranger.end();
  await service.stop();
});

const waiting = async (): Promise<number> => {
  const { rows } = await stranger.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]!.count;
};

/** Sends many requests at the same time. @returns Their statuses. */
function statusesOf(send: (n: number) => HttpCall, count = MANY): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => send(n).then(({ status }) => status)));
}

test('bulk changes with idempotency keys', async () => {
  await stranger.query("SELECT FROM feature WHERE name = 'held' FOR UPDATE");
  const statuses = statusesOf((n) =>
    caller.post(ARCHIVE, { features: ['held'] }).set('idempotency-key', `archive-${n}`),
  );
  await until(async () => (await waiting()) > 0);

  await service.api.post('/api/admin/tag-types/validate', { name: 'free' }).expect(200);
  const free = await service.given.feature({ enabledIn: ['production'] });
  await service.api.post(`${at(free, 'production')}/off`).expect(200);

  await stranger.query('ROLLBACK');
  expect(new Set(await statuses)).toEqual(new Set([202]));
});

const change = (): HttpCall => caller.put(at('other'), { description: 'same' });
const switchOff = (): HttpCall => caller.post(`${at('other', 'production')}/off`);
test.each([
  ['changes', change],
  ['switches', switchOff],
])('%s with the same idempotency key', async (name, send) => {
  await stranger.query("SELECT FROM feature WHERE name = 'other' FOR UPDATE");
  await stranger.query("SELECT FROM feature_environment WHERE feature_name = 'other' FOR UPDATE");
  const statuses = statusesOf(() => send().set('idempotency-key', name));
  await until(async () => (await waiting()) > 0);

  await service.api.post('/api/admin/tag-types/validate', { name: 'free' }).expect(200);
  const free = await service.given.feature({ enabledIn: ['production'] });
  await service.api.post(`${at(free, 'production')}/off`).expect(200);

  await stranger.query('ROLLBACK');
  expect(new Set(await statuses)).toEqual(new Set([200]));
});

test.each([ARCHIVE, BULK_OFF])('dry runs of %s', async (path) => {
  await stranger.query('LOCK TABLE feature IN ACCESS EXCLUSIVE MODE');
  const statuses = statusesOf(() => caller.post(`${path}?dryRun=true`, { features: ['other'] }));
  await until(async () => (await waiting()) > 0);

  await service.api.post('/api/admin/tag-types/validate', { name: 'free' }).expect(200);
  await service.api.get('/api/admin/tag-types').expect(200);

  await stranger.query('ROLLBACK');
  expect(new Set(await statuses)).toEqual(new Set([200]));
});

test('more reads than may wait for connections', async () => {
  await stranger.query('LOCK TABLE tag_type IN ACCESS EXCLUSIVE MODE');
  const statuses = statusesOf(() => caller.get('/api/admin/tag-types'), 300);
  await until(async () => (await waiting()) > 0);

  await service.api.get('/api/admin/strategies').expect(200);
  await service.given.feature();

  await stranger.query('ROLLBACK');
  expect(new Set(await statuses)).toEqual(new Set([200]));
});

test('reads whose callers disconnect, but which go on', async () => {
  await stranger.query('LOCK TABLE tag_type IN ACCESS EXCLUSIVE MODE');
  const { port } = service.service.app.getHttpServer().address() as AddressInfo;
  for (let n = 0; n < 10; n++) {
    const headers = { authorization: ADMIN_TOKEN };
    const read = request({ port, path: '/api/admin/tag-types', headers });
    read.on('error', () => {});
    read.end();
    // Responds after the service has started to read and has noticed the disconnection.
    await caller.get('/api/admin/strategies').expect(200);
    read.destroy();
    await caller.get('/api/admin/strategies').expect(200);
  }

  await stranger.query('ROLLBACK');
  await service.api.get('/api/admin/tag-types').expect(200);
});

test('more switches than fit into a statement', async () => {
  await stranger.query('ROLLBACK');
  const names = Array.from({ length: 400 }, (_, n) => `switched-${n}`);
  const features = names.map((name) => ({ name, type: 'release' }));
  const lists = { featureStrategies: [], featureEnvironments: [], featureTags: [], tagTypes: [] };
  const data = { features, ...lists, contextFields: [], segments: [] };
  const imported = { project: 'default', environment: 'production', data };
  await service.api.post('/api/admin/features-batch/import', imported).expect(200);
  let answered = 0;
  const statuses = statusesOf((n) => {
    const path = at(names[n]!, 'production');
    return caller.post(`${path}/on`).expect(() => void answered++);
  }, names.length);
  await until(() => Promise.resolve(answered > 0));

  const before = answered;
  await service.api.post(`${at('other', 'production')}/off`).expect(200);
  const meanwhile = answered - before;

  expect([...new Set(await statuses)]).toEqual([200]);
  expect(meanwhile).toBeLessThan(200);
});
