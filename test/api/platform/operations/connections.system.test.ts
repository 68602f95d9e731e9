import { Client } from 'pg';
import { type Api, at, FEATURES } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { signedIn, person } from '../../../support/people.js';
import { ADMIN_TOKEN, TestService } from '../../../support/service.js';
import { eventually, until } from '../../../support/waiting.js';

/** Work that occupies database connections, while the kill switch must work. */

const SEARCH = '/api/admin/search/features';
const SWITCH_LIMIT_MS = 100;
/** Number of requests that used to occupy every connection. */
const RETRIES = 16;
/** Several callers, since one alone cannot occupy all connections with changes. */
const TOKENS = Array.from({ length: 4 }, (_, n) => `*:*.admin-token-${n}-of-this-test`);

let service: TestService;
let other: string;
let watcher: Client;
const clients: Client[] = [];

beforeAll(async () => {
  service = await TestService.start({
    DATABASE_POOL_MAX: '16',
    DATABASE_LONG_READ_QUEUE: '3',
    DATABASE_LOCK_SECONDS: '1',
    EXPENSIVE_REQUESTS_AT_ONCE: '100',
    INIT_ADMIN_API_TOKENS: [ADMIN_TOKEN, ...TOKENS].join(','),
  });
  other = await service.given.feature({ enabledIn: ['production'] });
  watcher = new Client({ connectionString: service.databaseUrl });
  await watcher.connect();
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end();
});
afterAll(async () => {
  await watcher.end();
  await service.stop();
});

/** Opens a transaction of another client, which ends with the test. */
async function stranger(...statements: string[]): Promise<Client> {
  const client = new Client({ connectionString: service.databaseUrl });
  client.on('error', () => {});
  clients.push(client);
  await client.connect();
  await client.query('BEGIN');
  for (const statement of statements) await client.query(statement);
  return client;
}

const lockRow = (feature: string): string =>
  `SELECT FROM feature_environment WHERE feature_name = '${feature}' FOR UPDATE`;
/** With this lock of another client, searches and reads of snapshots wait indefinitely. */
const LOCK_SEGMENTS = 'LOCK TABLE segment IN ACCESS EXCLUSIVE MODE';

/** One of several callers. */
const caller = (n: number): Api => service.api.as({ token: TOKENS[n % TOKENS.length] });

/** Number of statements of this service that contain a text and wait for a lock. */
async function blocked(part: string): Promise<number> {
  const { rows } = await watcher.query<{ count: number }>(
    `SELECT count(*)::int FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND pid <> pg_backend_pid() AND strpos(query, $1) > 0`,
    [part],
  );
  return rows[0]!.count;
}

/** Measures the fastest of several switches, because a busy machine slows some down. */
async function expectSwitchToWork(): Promise<void> {
  const times: number[] = [];
  for (let n = 0; n < 8; n++) {
    const began = performance.now();
    await service.api.post(`${at(other, 'production')}/${n % 2 ? 'on' : 'off'}`).expect(200);
    times.push(performance.now() - began);
  }
  expect(Math.min(...times)).toBeLessThan(SWITCH_LIMIT_MS);
  await service.api.as().get('/ready').expect(200);
  // Unknown tokens are always looked up.
  await service.api.as({ token: '*:*.nobody-has-this' }).get('/api/admin/projects').expect(401);
  await service.api.get(at(other)).expect(200);
}

async function figure(name: string): Promise<number> {
  const { text } = await service.api.as().get('/internal-backstage/prometheus').expect(200);
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line!.slice(name.length + 1));
}

test('retries of a switch whose row somebody holds leave other switches alone, and are told to try again', async () => {
  const feature = await service.given.feature({ enabledIn: ['production'] });
  const holder = await stranger(lockRow(feature));
  const retries = Array.from({ length: RETRIES }, () =>
    service.api.post(`${at(feature, 'production')}/off`).then((answer) => answer),
  );
  await until(async () => (await blocked('feature_environment')) > 0);

  await expectSwitchToWork();

  for (const { status, body, headers } of await Promise.all(retries)) {
    expect([status, body.name]).toEqual([503, 'LockedError']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  await holder.query('ROLLBACK');
  expect(
    (await service.api.post(`${at(feature, 'production')}/off`).expect(200)).body.environments,
  ).toContainEqual(expect.objectContaining({ name: 'production', enabled: false }));
});

test('a switch that waits for its row is done as soon as that is free', async () => {
  const feature = await service.given.feature({ enabledIn: ['production'] });
  const holder = await stranger(lockRow(feature));
  const switches = Array.from({ length: 3 }, () =>
    service.api
      .post(`${at(feature, 'production')}/off`)
      .expect(200)
      .then(() => {}),
  );
  await until(async () => (await blocked('lock_timeout')) > 0);
  await holder.query('ROLLBACK');
  await Promise.all(switches);
});

test('many rows that somebody holds, each wanted by another switch, leave other switches alone', async () => {
  const features = await Promise.all(
    Array.from({ length: RETRIES }, () => service.given.feature()),
  );
  await service.sql('UPDATE feature_environment SET enabled = true WHERE feature_name = ANY ($1)', [
    features,
  ]);
  await stranger(...features.map(lockRow));
  const switches = features.map((feature) =>
    service.api
      .post(`${at(feature, 'production')}/off`)
      .expect(503)
      .then(() => {}),
  );
  await until(async () => (await blocked('feature_environment')) > 0);

  await expectSwitchToWork();

  await Promise.all(switches);
});

test('concurrent switches of one feature only wait for each other, whatever others lock', async () => {
  const features = await Promise.all(
    Array.from({ length: RETRIES }, () => service.given.feature()),
  );
  await service.sql('UPDATE feature_environment SET enabled = true WHERE feature_name = ANY ($1)', [
    features,
  ]);
  const project = await service.given.project();
  await stranger(
    ...features.map(lockRow),
    `SELECT FROM project WHERE id = '${project}' FOR UPDATE`,
  );
  const writes = [
    ...features.map((feature) =>
      service.api.post(`${at(feature, 'production')}/off`).then(({ status }) => status),
    ),
    ...features.map((_, n) =>
      caller(n)
        .post(`/api/admin/projects/${project}/features`, { name: unique() })
        .then(({ status }) => status),
    ),
  ];
  // Sent concurrently, because on a slow machine one may end before the other is observed.
  await Promise.all([
    until(
      async () => (await figure('database_class_connections{class="general",state="idle"}')) === 0,
    ),
    until(async () => (await blocked('lock_timeout')) > 0),
  ]);

  const switches = ['off', 'on', 'off', 'on'].map((way) =>
    service.api.post(`${at(other, 'production')}/${way}`),
  );
  expect((await Promise.all(switches)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);

  expect(await Promise.all(writes)).toEqual(writes.map(() => 503));
});

test('of many locked features, those whose locks are released are switched', async () => {
  const features = await Promise.all(Array.from({ length: 6 }, () => service.given.feature()));
  await service.sql('UPDATE feature_environment SET enabled = true WHERE feature_name = ANY ($1)', [
    features,
  ]);
  const [held, letGo] = [features.slice(0, 3), features.slice(3)];
  await stranger(...held.map(lockRow));
  const holder = await stranger(...letGo.map(lockRow));
  const off = (feature: string): Promise<number> =>
    service.api.post(`${at(feature, 'production')}/off`).then(({ status }) => status);
  const answers = [...held.map(off), ...letGo.map(off)];
  await until(async () => (await blocked('lock_timeout')) > 0);
  await holder.query('ROLLBACK');
  expect(await Promise.all(answers)).toEqual([503, 503, 503, 200, 200, 200]);
});

test('transactions that wait for something leave switches alone', async () => {
  const project = await service.given.project();
  const holder = await stranger(`SELECT FROM project WHERE id = '${project}' FOR UPDATE`);
  const writes = Array.from({ length: RETRIES }, (_, n) =>
    caller(n)
      .post(`/api/admin/projects/${project}/features`, { name: unique() })
      .then(({ status }) => status),
  );
  await until(
    async () => (await figure('database_class_connections{class="general",state="idle"}')) === 0,
  );

  await expectSwitchToWork();

  await holder.query('ROLLBACK');
  // Some may have waited for the maximum time.
  for (const status of await Promise.all(writes)) expect([201, 503]).toContain(status);
});

describe('searches that take for ever', () => {
  test('leave switches alone, are too many at some point, and work again afterwards', async () => {
    const holder = await stranger(LOCK_SEGMENTS);
    const viewer = await signedIn(
      service,
      (await person(service, { rootRole: 'Viewer' })).username,
    );
    const another = await signedIn(
      service,
      (await person(service, { rootRole: 'Viewer' })).username,
    );
    const refused = await figure('database_class_refused_total{class="longRead"}');

    const ofOne = Array.from({ length: 20 }, () => viewer.get(SEARCH).then((answer) => answer));
    const answers: { status: number }[] = [];
    for (const answer of ofOne) void answer.then((one) => answers.push(one));
    await until(() => answers.length === 16);
    // Two running and three waiting requests are the maximum.
    const ofAnother = Array.from({ length: 2 }, () => another.get(SEARCH).then((answer) => answer));
    const full = await Promise.race(ofAnother);

    await expectSwitchToWork();
    const { status, headers } = await ofOne.at(-1)!;
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
    expect([full.status, Number(full.headers['retry-after']) > 0]).toEqual([503, true]);
    expect(await figure('database_class_refused_total{class="longRead"}')).toBe(refused + 1);
    expect(await blocked('row_number')).toBe(2);
    await holder.query('ROLLBACK');
    expect((await Promise.all([...ofOne, ...ofAnother])).map((one) => one.status).sort()).toEqual([
      ...Array.from({ length: 5 }, () => 200),
      ...Array.from({ length: 16 }, () => 429),
      503,
    ]);
  });

  test('end in PostgreSQL when their callers disconnect, and do not begin when they were waiting', async () => {
    const holder = await stranger(LOCK_SEGMENTS);
    const callers = Array.from({ length: 4 }, () => new AbortController());
    const authorization = ADMIN_TOKEN;
    const searches = callers.map(({ signal }) =>
      fetch(`${service.url}${SEARCH}`, { headers: { authorization }, signal }).catch(() => {}),
    );
    await until(async () => (await blocked('row_number')) === 2);
    await until(
      async () =>
        (await figure('database_class_connections{class="longRead",state="waiting"}')) === 2,
    );

    for (const caller of callers) caller.abort();
    await Promise.all(searches);

    await until(async () => (await blocked('row_number')) === 0);
    await until(
      async () => (await figure('database_class_connections{class="longRead",state="used"}')) === 0,
    );
    expect(await figure('database_class_connections{class="longRead",state="waiting"}')).toBe(0);
    await holder.query('ROLLBACK');
    await service.api.get(SEARCH).expect(200);
  });
});

test('environments that cannot be loaded for SDKs leave switches alone', async () => {
  const environments = await Promise.all(
    Array.from({ length: 4 }, () => service.given.environment()),
  );
  const holder = await stranger(LOCK_SEGMENTS);
  const reads = environments.map((name) =>
    service.api.get(`/api/client/features?environment=${name}`).then(({ status }) => status),
  );
  await until(async () => (await blocked('pg_current_snapshot')) > 0);

  await expectSwitchToWork();

  await holder.query('ROLLBACK');
  await Promise.all(reads);
});

test.each(['/api/admin/search/events?query=x', '/api/admin/events', SEARCH])(
  'a session that ends during %s is a 503, and the process lives',
  async (path) => {
    const holder = await stranger('LOCK TABLE event IN ACCESS EXCLUSIVE MODE', LOCK_SEGMENTS);
    const search = service.api.get(path).then((answer) => answer);
    await eventually(
      async () => {
        const { rows } = await watcher.query<{ ended: boolean }>(
          `SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%\\_agg(%'`,
        );
        return rows.length;
      },
      (ended) => ended > 0,
    );
    expect((await search).status).toBe(503);
    await holder.query('ROLLBACK');
    await service.api.as().get('/ready').expect(200);
    await service.api.get(path).expect(200);
  },
);

test.each([
  ['1', '1'],
  ['2', '0'],
])(
  'a pool of %s with %s pipelines does everything, one after the other',
  async (max, pipelines) => {
    const small = await service.beside({
      DATABASE_POOL_MAX: max,
      DATABASE_PIPELINES: pipelines,
      DATABASE_LONG_READ_SECONDS: '1',
    });
    const feature = unique();
    await small.api.post(FEATURES, { name: feature }).expect(201);
    const place = at(feature, 'production');
    await Promise.all([
      ...Array.from({ length: 4 }, () => small.api.post(`${place}/on`).expect(200)),
      ...Array.from({ length: 3 }, () => small.api.get(SEARCH).expect(200)),
      // These look at their caller again within their transaction.
      ...Array.from({ length: 3 }, () => small.given.project()),
      small.api.post(`${place}/off?guard=warn`).set('idempotency-key', unique()).expect(200),
      small.api.put(at(feature), { description: 'new' }).set('if-match', '*').expect(200),
      small.api.delete(`${at(feature)}?dryRun=true`).expect(200),
      small.api.get('/api/client/features?environment=production').expect(200),
      small.api.as().get('/ready').expect(200),
    ]);

    const holder = await stranger(LOCK_SEGMENTS);
    const { body } = await small.api.get(SEARCH).expect(400);
    expect(body.message).toContain('took too long');
    await holder.query('ROLLBACK');
    // A busy machine can take longer than the second that this service allows for a search.
    await eventually(
      () => small.api.get(SEARCH),
      ({ status }) => status === 200,
    );
    await small.stop();
  },
);
