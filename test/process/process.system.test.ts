import { rm } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { EmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.js';
import { birthOf } from '../../src/platform/database/embedded/folder-lock.js';
import { at, FEATURES } from '../support/api.js';
import { makeBase, PreparedFolder } from '../support/prepared-folder.js';
import { ADMIN_TOKEN } from '../support/service.js';
import { eventually, until } from '../support/waiting.js';
import { databaseUrl, RunningService, serverPid } from './running-service.js';

const WRITERS = 16;

let prepared: PreparedFolder;
let base: string;
let dir: string;
let running: RunningService[];

beforeAll(async () => {
  prepared = await PreparedFolder.make();
});
afterAll(() => prepared?.remove());

beforeEach(async () => {
  base = await makeBase('feature-flag-process-');
  dir = path.join(base, 'data');
  await prepared.copyTo(dir);
  running = [];
});

afterEach(async () => {
  await Promise.all(running.map((service) => service.remove()));
  await EmbeddedPostgres.stopLeftBehind(dir);
  await rm(base, { recursive: true, force: true });
});

async function start(environment?: NodeJS.ProcessEnv): Promise<RunningService> {
  const service = await RunningService.start(dir, environment);
  running.push(service);
  return service;
}

async function withDatabase<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: await databaseUrl(dir) });
  client.on('error', () => {}); // the server stops before the test does
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** A connection that stays open after its response, and its responses. */
function keptAlive(
  url: string,
  agent: http.Agent,
  method = 'GET',
): Promise<{ status: number; connection: string | undefined }> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      url,
      { agent, method, headers: { authorization: ADMIN_TOKEN } },
      (response) => {
        response
          .resume()
          .once('end', () =>
            resolve({ status: response.statusCode!, connection: response.headers.connection }),
          );
      },
    );
    request.once('error', reject).end();
  });
}

test('on SIGTERM the service finishes running requests, accepts no new ones, stops its database and logs no secret', async () => {
  const service = await start();
  const server = await serverPid(dir);
  await service.call('GET', `${FEATURES}?namePrefix=hidden-in-a-query`);
  await service.call('GET', '/api/admin/hidden-in-a-path');
  await fetch(`${service.url}/api/admin/events`, {
    headers: { authorization: '*:*.hidden-in-a-header', 'x-request-id': 'traced' },
  });
  const feature = 'in-flight';
  await service.call('POST', FEATURES, { name: feature });
  await service.call('POST', `${at(feature, 'production')}/on`);
  const idle = new http.Agent({ keepAlive: true });
  const busy = new http.Agent({ keepAlive: true });
  await keptAlive(`${service.url}/health`, idle);

  const inFlight = await withDatabase(async (client) => {
    // Locks the row, so that a switch of the feature has to wait.
    await client.query('BEGIN');
    await client.query(`SELECT FROM feature_environment WHERE feature_name = $1 FOR UPDATE`, [
      feature,
    ]);
    const off = keptAlive(`${service.url}${at(feature, 'production')}/off`, busy, 'POST');
    await untilSomebodyWaits(client);
    service.kill('SIGTERM');
    await untilRefused(service.url);
    await client.query('COMMIT');
    return off;
  });
  const end = await service.ended;

  expect(inFlight.status).toBe(200);
  expect(end).toEqual({ code: 0, signal: null });
  expect(service.output()).not.toContain('cut off');
  expect(birthOf(server!)).toBeUndefined();
  expect(await serverPid(dir)).toBeUndefined();
  expect(service.output()).toContain('Stopping on SIGTERM');
  for (const agent of [idle, busy]) agent.destroy();
  const lines = requestsLogged(service.output());
  const listing = {
    method: 'GET',
    route: '/api/admin/projects/:projectId/features',
    at: { projectId: 'default' },
    status: 200,
  };
  expect(lines).toContainEqual(expect.objectContaining(listing));
  expect(lines).toContainEqual(
    expect.objectContaining({ route: 'unknown', status: 401, requestId: 'traced' }),
  );
  expect(service.output()).not.toMatch(
    /hidden-in-a|Password-of-the-tests|admin-token-of-the-tests/,
  );
});

test('times without an offset are in UTC, whatever the zone of the machine', async () => {
  const service = await start({ TZ: 'America/Los_Angeles' });
  const token = {
    ...{ tokenName: 'x', type: 'client', environment: 'development' },
    expiresAt: '2030-01-31T12:00:00',
  };

  const response = await service.call('POST', '/api/admin/api-tokens', token);

  expect(response.status).toBe(201);
  expect(await response.json()).toMatchObject({ expiresAt: '2030-01-31T12:00:00.000Z' });
});

test('told to stop, it says so to load balancers and serves for SHUTDOWN_DELAY_SECONDS', async () => {
  const service = await start({ SHUTDOWN_DELAY_SECONDS: '3' });
  await service.call('POST', FEATURES, { name: 'late' });
  const began = performance.now();
  service.kill('SIGTERM');
  const health = await eventually(
    () => service.call('GET', '/health'),
    ({ status }) => status !== 200,
  );
  const late = await service.call('POST', `${at('late', 'production')}/on`);

  expect(health.status).toBe(503);
  expect(await health.json()).toMatchObject({ message: 'This instance is being stopped.' });
  expect(late.status).toBe(200);
  expect(late.headers.get('connection')).toBe('close');
  expect((await service.ended).code).toBe(0);
  expect(performance.now() - began).toBeGreaterThan(2_900);
  expect(linesOf(service.output()).filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

test('told to stop, it goes on with a request for SHUTDOWN_SECONDS, and cuts it off then', async () => {
  const service = await start({ SHUTDOWN_SECONDS: '1' });
  await service.call('POST', FEATURES, { name: 'held' });

  const { outcome, seconds } = await withDatabase(async (client) => {
    await client.query('BEGIN');
    await client.query(`SELECT FROM feature_environment WHERE feature_name = 'held' FOR UPDATE`);
    const on = service.call('POST', `${at('held', 'production')}/on`).then(
      ({ status }) => status,
      () => 'cut off',
    );
    await untilSomebodyWaits(client);
    const began = performance.now();
    service.kill('SIGTERM');
    return { outcome: await on, seconds: (performance.now() - began) / 1000 };
  });

  expect(outcome).toBe('cut off');
  expect(seconds).toBeGreaterThan(0.9);
  expect(seconds).toBeLessThan(5);
  expect((await service.ended).code).toBe(0);
  expect(service.output()).toContain('still in flight after 1 s');
});

test('killed while it is written to, it has every change that it acknowledged, each with one event', async () => {
  const service = await start();
  const features = Array.from({ length: WRITERS }, (_, n) => `written-${n}`);
  for (const name of features) await service.call('POST', FEATURES, { name });
  const server = await serverPid(dir);

  const acknowledged = new Map(features.map((name) => [name, 0]));
  const writers = features.map(async (name) => {
    for (let n = 0; ; n++) {
      const answer = await service
        .call('POST', `${at(name, 'production')}/${n % 2 === 0 ? 'on' : 'off'}`)
        .catch(() => undefined);
      if (!answer) return;
      expect(answer.status).toBe(200);
      acknowledged.set(name, n + 1);
    }
  });
  // No writer ends before the kill, unless it was refused.
  await Promise.race([
    until(() => [...acknowledged.values()].every((done) => done >= 5)),
    Promise.all(writers).then(() => Promise.reject(new Error('The writers ended too early.'))),
  ]);
  await sleep(200);
  service.kill('SIGKILL');
  await Promise.all(writers);
  const again = await start();

  expect(birthOf(server!)).toBeUndefined();
  const rows = await withDatabase(async (client) => {
    const { rows } = await client.query<{ name: string; enabled: boolean; switches: string[] }>(
      `SELECT fe.feature_name AS name, fe.enabled,
              ARRAY(SELECT e.type FROM event e WHERE e.feature_name = fe.feature_name AND e.type LIKE 'feature-environment-%' ORDER BY e.id) AS switches
         FROM feature_environment fe WHERE fe.environment = 'production'`,
    );
    return rows;
  });
  expect(rows).toHaveLength(WRITERS);
  for (const { name, enabled, switches } of rows) {
    const done = acknowledged.get(name)!;
    expect(done).toBeGreaterThan(3);
    // The last switch may have been committed without being acknowledged.
    expect([done, done + 1]).toContain(switches.length);
    expect(switches).toEqual(
      switches.map((_, n) => `feature-environment-${n % 2 === 0 ? 'enabled' : 'disabled'}`),
    );
    expect(enabled).toBe(switches.length % 2 === 1);
    expect(await (await again.call('GET', at(name))).json()).toMatchObject({ name, enabled });
  }
  again.kill('SIGTERM');
  expect((await again.ended).code).toBe(0);
  expect(birthOf(server!)).toBeUndefined();
});

function requestsLogged(output: string): unknown[] {
  const lines = output.split('\n').filter((line) => line.includes('"context":"request"'));
  return lines.map((line) => JSON.parse(line) as unknown);
}

/** The client has a transaction open, in which pg_stat_activity would never show a new session. */
async function untilSomebodyWaits(client: Client): Promise<void> {
  await until(async () => {
    const { rowCount } = await client.query('SELECT FROM pg_locks WHERE NOT granted');
    return rowCount! > 0;
  });
}

function untilRefused(url: string): Promise<void> {
  return until(() =>
    fetch(`${url}/health`, { headers: { connection: 'close' } }).then(
      () => false,
      (error: { cause?: { code?: string } }) => error.cause?.code === 'ECONNREFUSED',
    ),
  );
}

test('after its database server was killed, the service becomes ready again and switches features', async () => {
  const service = await start();
  await service.call('POST', FEATURES, { name: 'kept' });
  process.kill((await serverPid(dir))!, 'SIGKILL');

  const { embeddedDatabase } = await eventually(
    async () =>
      (await (await fetch(`${service.url}/ready`)).json()) as {
        embeddedDatabase?: { state: string; restarts: number };
      },
    (ready) => ready.embeddedDatabase?.restarts === 1,
  );
  expect(embeddedDatabase).toMatchObject({ state: 'running', since: expect.stringMatching(/Z$/) });
  expect((await service.call('POST', `${at('kept', 'production')}/on`)).status).toBe(200);
  const ended = linesOf(service.output()).filter(({ level }) => level === 50 || level === 'error');
  expect(ended.map(({ msg }) => msg)).toContainEqual(expect.stringContaining('ended unexpectedly'));
});

function linesOf(output: string): { level: unknown; msg: string }[] {
  return output
    .split('\n')
    .flatMap((line) =>
      line.startsWith('{') ? [JSON.parse(line) as { level: unknown; msg: string }] : [],
    );
}
