import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgres } from '../../../../src/platform/database/embedded/embedded-postgres.js';
import { serverPid } from '../../../process/running-service.js';
import { at } from '../../../support/api.js';
import { EventStream } from '../../../support/event-stream.js';
import { CLIENT_TOKEN, FRONTEND_TOKEN, TestService } from '../../../support/service.js';
import { CLIENT_FEATURES, Sdk, stranger } from './support.js';
import { until } from '../../../support/waiting.js';

/** SDKs while PostgreSQL is away: stopped, or reachable and silent. */

let base: string;
let dir: string;
let postgres: EmbeddedPostgres;
let service: TestService;
let sdk: Sdk;
let feature: string;

beforeAll(async () => {
  base = await realpath(await mkdtemp(path.join(tmpdir(), 'feature-flag-away-')));
  if (process.getuid?.() === 0) await chmod(base, 0o755);
  dir = path.join(base, 'data');
  postgres = await EmbeddedPostgres.start({ dir, durable: false });
  service = await TestService.on(postgres.url, async () => {}, {
    CLIENT_FEATURES_POLL_SECONDS: '1',
  });
  sdk = Sdk.of(service);
});
afterAll(async () => {
  await service.stop();
  await postgres.stop();
  await rm(base, { recursive: true, force: true });
});
beforeEach(async () => {
  feature = await service.given.feature({ enabledIn: ['development'] });
  await until(async () => (await sdk.isOn(feature)) === true);
});

async function age(): Promise<number> {
  const { text } = await service.api.as().get('/internal-backstage/prometheus').expect(200);
  return Number(/^client_features_age_seconds (\S+)$/m.exec(text)![1]);
}

let browserToken: string;
const browser = () => service.api.as({ token: browserToken });

/** Requests that are answered from the same features in different formats. */
async function everybody(): Promise<{ status: number; headers: Record<string, string> }[]> {
  const stream = await EventStream.open(`${service.url}/api/client/streaming`, {
    authorization: CLIENT_TOKEN,
  });
  stream.close();
  return [
    await sdk.get(),
    await service.api.as({ token: CLIENT_TOKEN }).get(`${CLIENT_FEATURES}/${feature}`),
    await service.api.as({ token: CLIENT_TOKEN }).get('/api/client/delta'),
    await browser().get('/api/frontend'),
    { status: stream.status, headers: stream.headers as Record<string, string> },
  ];
}

/** Sends a request and measures its duration in milliseconds. */
async function timed(
  work: () => PromiseLike<{ status: number }>,
): Promise<{ status: number; took: number }> {
  const began = performance.now();
  const { status } = await work();
  return { status, took: performance.now() - began };
}

/** The median, because single durations vary on a busy machine. */
function median(times: number[]): number {
  return times.sort((a, b) => a - b)[times.length >> 1]!;
}

test('stopped, SDKs that are known go on, others are told to come again, and back, everybody gets what is new', async () => {
  const unseen = 'default:development.never-seen-before';
  const production = (
    await service.api
      .post('/api/admin/api-tokens', {
        tokenName: 'p',
        type: 'client',
        environment: 'production',
        projects: ['default'],
      })
      .expect(201)
  ).body.secret as string;
  const revoked = (
    await service.api
      .post('/api/admin/api-tokens', {
        tokenName: 'r',
        type: 'client',
        environment: 'development',
        projects: ['default'],
      })
      .expect(201)
  ).body.secret as string;
  await Sdk.of(service, revoked).get().expect(200);
  await service.api.delete(`/api/admin/api-tokens/${revoked}`).expect(200);
  const etag = await sdk.etag();
  expect(await age()).toBeLessThan(2);
  const asked = {
    tokenName: 'b',
    type: 'frontend',
    environment: 'development',
    projects: ['default'],
  };
  browserToken = (await service.api.post('/api/admin/api-tokens', asked).expect(201)).body.secret;
  for (const { headers } of await everybody()) expect(headers['age']).toBeUndefined();

  await postgres.stop();
  await sleep(1_500);

  const times: number[] = [];
  for (let n = 0; n < 10; n++) {
    const { status, took } = await timed(() => sdk.get('', n % 2 ? { 'If-None-Match': etag } : {}));
    expect(status).toBe(n % 2 ? 304 : 200);
    times.push(took);
  }
  expect(median(times)).toBeLessThan(500);
  expect(await sdk.isOn(feature)).toBe(true);
  for (const { status, headers } of await everybody())
    expect([status, Number(headers['age']) >= 1]).toEqual([200, true]);
  expect(
    Number((await sdk.get('', { 'If-None-Match': etag }).expect(304)).headers['age']),
  ).toBeGreaterThanOrEqual(1);
  await service.api.as({ token: FRONTEND_TOKEN }).get(CLIENT_FEATURES).expect(503);
  for (const token of [unseen, revoked, production])
    await service.api.as({ token }).get(CLIENT_FEATURES).expect(503);
  expect(await age()).toBeGreaterThan(1);
  await service.api.as().get('/ready').expect(503);

  postgres = await EmbeddedPostgres.start({ dir, durable: false });
  expect(postgres.url).toBe(service.databaseUrl);
  // The first success after the outage is answered at once.
  await until(
    async () => (await service.api.post(`${at(feature, 'development')}/off`)).status === 200,
  );
  expect(await sdk.isOn(feature)).toBe(false);
  const other = await stranger(service);
  await other.switch(feature, true);
  await other.end();
  await until(async () => (await sdk.isOn(feature)) === true);
  expect(await age()).toBeLessThan(3);
  for (const { headers } of await everybody()) expect(headers['age']).toBeUndefined();
  await Sdk.of(service, production).get().expect(200);
  await Sdk.of(service, revoked).get().expect(401);
  await Sdk.of(service, unseen).get().expect(401);
});

test('there and silent, SDKs are answered without waiting for it', async () => {
  const other = await stranger(service);
  const { rows } = await other.client.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database()',
  );
  const processes = [(await serverPid(dir))!, ...rows.map(({ pid }) => pid)];
  await sleep(1_000); // longer than callers are cached
  try {
    for (const pid of processes) process.kill(pid, 'SIGSTOP');
    await sdk.get().expect(200);
    const times: number[] = [];
    for (let n = 0; n < 20; n++, await sleep(100)) {
      const { status, took } = await timed(() => sdk.get());
      expect(status).toBe(200);
      times.push(took);
    }
    expect(median(times)).toBeLessThan(500);
  } finally {
    for (const pid of processes) process.kill(pid, 'SIGCONT');
  }
  await other.switch(feature, false);
  await other.end();
  await until(async () => (await sdk.isOn(feature)) === false);
});

test('without PostgreSQL, environments that were never loaded are 503 until it can be reached', async () => {
  const fresh = await TestService.on(postgres.url, async () => {}, {
    CLIENT_FEATURES_POLL_SECONDS: '1',
  });
  try {
    const own = Sdk.of(fresh, CLIENT_TOKEN);
    // The token is known, but its environment is not loaded.
    await fresh.api
      .as({ token: CLIENT_TOKEN })
      .post('/api/client/metrics', { appName: 'a', bucket: { start: 0, stop: 1, toggles: {} } });
    await postgres.stop();
    await own.get().expect(503);
    postgres = await EmbeddedPostgres.start({ dir, durable: false });
    await until(async () => (await own.get()).status === 200);
    expect(await own.isOn(feature)).toBe(true);
  } finally {
    await fresh.stop();
  }
});
