import { Client } from 'pg';
import { Database } from '../../src/platform/database/database.js';
import { ShortStatements } from '../../src/platform/database/short-statements.js';
import { type NoColumns, statement } from '../../src/platform/database/statement.js';
import { at } from '../support/api.js';
import { TestService } from '../support/service.js';
import { until } from '../support/waiting.js';

/** Connections that the short statements of all callers share. */

const SESSION = statement<[], { pid: number }>(
  'pipelines-test.session',
  'SELECT pg_backend_pid() AS pid',
);
const DIVIDE = statement<[divisor: number], { result: number }>(
  'pipelines-test.divide',
  'SELECT 12 / $1::int AS result',
);
const SLEEP = statement<[seconds: number], NoColumns>(
  'pipelines-test.sleep',
  'SELECT FROM pg_sleep($1)',
);
/** Maximum duration of turning off, whatever other callers do. */
const SWITCH_LIMIT_MS = 250;

let service: TestService;
let database: Database;
let shortStatements: ShortStatements;
let feature: string;

beforeAll(async () => {
  service = await TestService.start({ DATABASE_POOL_MAX: '8', DATABASE_LOCK_SECONDS: '5' });
  database = service.service.app.get(Database);
  shortStatements = service.service.app.get(ShortStatements);
  feature = await service.given.feature({ enabledIn: ['production'] });
});
beforeEach(untilOpen);
afterEach(() => jest.restoreAllMocks());
afterAll(() => service.stop());

/**
 * Waits until a shared connection is open: the first short statement opens it, later ones share it.
 */
function untilOpen(): Promise<void> {
  return until(async () => {
    await shortStatements.read(SESSION, []);
    return shortStatements.load.connections === 1;
  });
}

const pid = async (): Promise<number> => (await shortStatements.read(SESSION, []))[0]!.pid;
const pathOf = (name: string): string => at(name, 'production');

/** Number of switches that use a shared connection while some work runs. */
async function sharedSwitches(work: () => PromiseLike<unknown>): Promise<number> {
  const spy = jest.spyOn(shortStatements, 'trySend');
  await work();
  return spy.mock.calls.length;
}

/** Another client whose transaction has locked a row. */
async function lockedElsewhere(name: string): Promise<Client> {
  const client = new Client({ connectionString: service.databaseUrl });
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM feature_environment WHERE feature_name = $1 FOR UPDATE', [name]);
  return client;
}

test('statements of many callers share one session', async () => {
  const rows = await Promise.all(Array.from({ length: 10 }, () => pid()));
  expect(new Set(rows).size).toBe(1);
});

test('a statement that fails leaves those beside it alone, and the connection open', async () => {
  const before = await pid();
  const results = await Promise.allSettled(
    Array.from({ length: 15 }, (_, n) => shortStatements.read(DIVIDE, [n % 3])),
  );
  for (const [n, result] of results.entries())
    if (n % 3 === 0) expect(result).toMatchObject({ reason: { code: '22012' } });
    else expect(result).toMatchObject({ value: [{ result: 12 / (n % 3) }] });
  expect(await pid()).toBe(before);
});

test('the number of calls on a connection is limited, and further ones use the pool', async () => {
  const sessions = Promise.all(Array.from({ length: 60 }, () => pid()));
  expect(shortStatements.load.calls).toBe(16);
  expect(new Set(await sessions).size).toBeGreaterThan(1);
  expect(shortStatements.load.calls).toBe(0);
});

test('a read behind one that takes long is repeated elsewhere, once', async () => {
  const before = await pid();
  const run = jest.spyOn(database, 'run');
  const slow = shortStatements.read(SLEEP, [2]);
  const began = performance.now();
  expect(await pid()).not.toBe(before);
  expect(performance.now() - began).toBeLessThan(1_500);
  // No further statement is sent there.
  expect(await pid()).not.toBe(before);
  await slow;
  expect(run.mock.calls.filter(([{ name }]) => name === SLEEP.name)).toHaveLength(1);
});

test('reads survive the end of their session, and the connection is opened again', async () => {
  const before = await pid();
  const reads = Array.from({ length: 10 }, () => service.api.get(at(feature)).expect(200));
  await service.sql('SELECT pg_terminate_backend($1)', [before]);
  await Promise.all(reads);
  await untilOpen();
  expect(await pid()).not.toBe(before);
});

test('small features are switched on a shared connection, once they have been read', async () => {
  const small = await service.given.feature({ enabledIn: ['production'] });
  const off = (): PromiseLike<unknown> => service.api.post(`${pathOf(small)}/off`).expect(200);
  await service.api
    .post(`/api/admin/features/${small}/tags`)
    .send({ type: 'simple', value: 'changed' })
    .expect(201);
  expect(await sharedSwitches(off)).toBe(0);
  expect(await sharedSwitches(off)).toBe(1);
});

test('large features do not use shared connections', async () => {
  const large = await service.given.feature({ enabledIn: ['production'] });
  const values = Array.from({ length: 200 }, (_, n) => `${n}-${'x'.repeat(90)}`);
  const constraints = [1, 2].map(() => ({ contextName: 'userId', operator: 'IN', values }));
  await service.api
    .post(`${pathOf(large)}/strategies`)
    .send({ name: 'default', constraints })
    .expect(200);
  const use = async (): Promise<void> => {
    await service.api.get(at(large)).expect(200);
    await service.api.post(`${pathOf(large)}/off`).expect(200);
  };
  await use();
  expect(await sharedSwitches(use)).toBe(0);
  const [reads] = (await service.sql(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE pid = $1 AND query ~ 'read-feature'`,
    [await pid()],
  )) as [{ n: number }];
  expect(reads.n).toBe(0);
});

test('a switch whose row is locked delays no other switch, and is done once the row is free', async () => {
  const locked = await service.given.feature({ enabledIn: ['production'] });
  await service.api.get(at(locked)).expect(200);
  await service.api.get(at(feature)).expect(200);
  await service.api.post(`${pathOf(feature)}/on`).expect(200);
  const stranger = await lockedElsewhere(locked);
  const waiting = service.api.post(`${pathOf(locked)}/off`).then((response) => response);

  const times: number[] = [];
  for (const end = performance.now() + 3_000; performance.now() < end;) {
    const began = performance.now();
    const state = times.length % 2 ? 'on' : 'off';
    await service.api.post(`${pathOf(feature)}/${state}`).expect(200);
    times.push(performance.now() - began);
  }
  await stranger.query('ROLLBACK');
  await stranger.end();

  expect(times.sort((a, b) => a - b)[Math.floor(times.length * 0.9)]).toBeLessThan(SWITCH_LIMIT_MS);
  expect((await waiting).status).toBe(200);
  const events = await service.sql(
    `SELECT FROM event WHERE feature_name = $1 AND type = 'feature-environment-disabled'`,
    [locked],
  );
  expect(events).toHaveLength(1);
});

test('a switch that waits for another lock than that of its row gives way soon', async () => {
  const [shared, held] = [
    await service.given.feature({ enabledIn: ['production'] }),
    await service.given.feature({ enabledIn: ['production'] }),
  ];
  for (const name of [shared, held]) await service.api.get(at(name)).expect(200);
  const stranger = new Client({ connectionString: service.databaseUrl });
  await stranger.connect();
  await stranger.query('BEGIN');
  await stranger.query('SELECT FROM feature_collaborator WHERE feature_name = $1 FOR UPDATE', [
    held,
  ]);
  const waiting = service.api.post(`${pathOf(held)}/off`).then((response) => response);
  const began = performance.now();
  await service.api.post(`${pathOf(shared)}/off`).expect(200);
  expect(performance.now() - began).toBeLessThan(SWITCH_LIMIT_MS * 2);
  await stranger.query('ROLLBACK');
  await stranger.end();
  expect((await waiting).status).toBe(200);
});

test('no connection is shared when the setting forbids it', async () => {
  const other = await service.beside({ DATABASE_PIPELINES: '0' });
  try {
    for (let n = 0; n < 3; n++) await other.api.get(at(feature)).expect(200);
    expect(other.service.app.get(ShortStatements).load).toEqual({ connections: 0, calls: 0 });
  } finally {
    await other.stop();
  }
});
