import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { loadConfig } from '../../src/platform/config/load-config.js';
import { Database } from '../../src/platform/database/database.js';
import { Replicas } from '../../src/platform/database/replicas.js';
import { statement } from '../../src/platform/database/statement.js';
import { TestCluster } from '../support/cluster.js';
import { unique } from '../support/given.js';
import { TestService } from '../support/service.js';
import { until } from '../support/waiting.js';

/** Long reads on a streaming standby of a primary. */

const SLOW_READ = statement<[seconds: number], { features: number }>(
  'replicas-test.slow-read',
  'SELECT (SELECT count(*)::int FROM feature) AS features FROM pg_sleep($1)',
);
const READS = [
  '/api/admin/search/features',
  '/api/admin/search/events',
  '/api/admin/events',
  '/api/admin/event-creators',
  '/api/admin/instance-admin/statistics',
];

let pair: { primary: TestCluster; standby: TestCluster };
let service: TestService;

const start = (environment: NodeJS.ProcessEnv = {}): Promise<TestService> =>
  TestService.on(pair.primary.url, async () => {}, {
    DATABASE_URL: pair.primary.url,
    DATABASE_REPLICA_URLS: pair.standby.url,
    DATABASE_REPLICA_WAIT_MS: '1000',
    ...environment,
  });

beforeAll(async () => {
  pair = await TestCluster.pair();
  service = await start();
});
beforeEach(() => until(usesReplica));
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  await service?.stop();
  if (pair) await TestCluster.remove(pair);
});

/** Whether a search runs on the replica. */
async function usesReplica(): Promise<boolean> {
  const [where] = await readersOf(() => find('nothing'));
  return where === 'replica';
}

/** The servers of the long reads of some work. */
async function readersOf(work: () => Promise<unknown>): Promise<('replica' | 'primary')[]> {
  const spy = jest.spyOn(Replicas.prototype, 'tryRead');
  await work();
  const rows = await Promise.all(spy.mock.results.map(({ value }) => value as Promise<unknown>));
  spy.mockRestore();
  return rows.map((found) => (found === undefined ? 'primary' : 'replica'));
}

/** The names of features that a search finds. */
async function find(query: string, on = service): Promise<string[]> {
  const { body } = await on.api.get(`/api/admin/search/features?query=${query}`).expect(200);
  return (body.features as { name: string }[]).map(({ name }) => name);
}

async function onServer(server: TestCluster, text: string): Promise<void> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

test.each(READS)('%s is read on the replica', async (path) => {
  const readers = await readersOf(async () => void (await service.api.get(path).expect(200)));

  // Events are followed by the names of those whom they mention.
  expect(new Set(readers)).toEqual(new Set(['replica']));
});

test('switching and reading a feature do not use the replica', async () => {
  const feature = await service.given.feature({ enabledIn: ['production'] });
  const used = await readersOf(async () => {
    await service.api.get(`/api/admin/projects/default/features/${feature}`).expect(200);
  });
  expect(used).toEqual([]);
});

test('whoever changes something finds it in the next search, on any instance', async () => {
  const other = await start();
  try {
    for (let n = 0; n < 10; n++) {
      const feature = await service.given.feature();
      for (const one of [service, other]) expect(await find(feature, one)).toEqual([feature]);
    }
  } finally {
    await other.stop();
  }
});

test('a replica that is behind is left alone until it has caught up', async () => {
  const impatient = await start({ DATABASE_REPLICA_WAIT_MS: '20' });
  try {
    await onServer(pair.standby, 'SELECT pg_wal_replay_pause()');
    const feature = await service.given.feature();
    for (let n = 0; n < 3; n++)
      expect(
        await readersOf(async () => expect(await find(feature, impatient)).toEqual([feature])),
      ).toEqual(['primary']);
    await impatient.service.app.get(Database).replicas.measure();
    const metrics = await impatient.api.get('/internal-backstage/prometheus').expect(200);
    expect(metrics.text).toMatch(/^database_replica_lag_bytes\{replica="127[^}]+\} [1-9]\d*$/m);
  } finally {
    await onServer(pair.standby, 'SELECT pg_wal_replay_resume()');
    await impatient.stop();
  }
});

test('a read that the standby cancels is repeated on the primary', async () => {
  const database = service.service.app.get(Database);
  await service.given.feature({ name: unique() });
  const reader = { key: 'a reader', left: new AbortController().signal };
  let rows: { features: number }[] = [];
  const used = await readersOf(async () => {
    const read = database.longRead(reader, SLOW_READ, [1.5]);
    await sleep(300);
    await onServer(pair.primary, 'UPDATE feature SET description = description');
    await onServer(pair.primary, 'VACUUM feature');
    rows = await read;
  });
  expect(used).toEqual(['primary']);
  expect(rows[0]!.features).toBeGreaterThan(0);
});

test('a replica that fails costs no request, and is used again when it is back', async () => {
  const reads = Array.from({ length: 4 }, () => find('nothing'));
  await pair.standby.stop('SIGKILL');
  await Promise.all(reads);
  expect(await readersOf(() => find('nothing'))).toEqual(['primary']);
  await pair.standby.start();
  await until(usesReplica);
});

test('a server that is no standby is not used', async () => {
  const other = await start({ DATABASE_REPLICA_URLS: pair.primary.url });
  try {
    expect(await readersOf(() => find('nothing', other))).toEqual(['primary']);
  } finally {
    await other.stop();
  }
});

test('addresses of replicas have their form, and need the address of the primary', () => {
  expect(() => loadConfig({ DATABASE_REPLICA_URLS: 'postgres://me@db/flags' })).toThrow(
    'DATABASE_REPLICA_URLS must be unset without DATABASE_URL.',
  );
  expect(() =>
    loadConfig({ DATABASE_URL: 'postgres://me@db/flags', DATABASE_REPLICA_URLS: 'other' }),
  ).toThrow('DATABASE_REPLICA_URLS must be a list with commas');
});
