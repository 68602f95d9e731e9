import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { at, FEATURES } from '../support/api.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/waiting.js';
import { RunningService } from './running-service.js';

/** Duration and interval of terminating sessions. */
const CHAOS_MS = 2_000;
const TERMINATE_EVERY_MS = 40;
/** Statuses that are correct while the database comes and goes: 429 when a queue is full. */
const DELIBERATE = new Set([200, 201, 202, 204, 304, 429, 503]);

let database: TestDatabase;
let service: RunningService;
let onServer: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  service = await RunningService.start('unused', {
    DATABASE_URL: database.url,
    LOG_LEVEL: 'error',
  });
  const url = new URL(database.url);
  url.pathname = '/postgres';
  onServer = new Client({ connectionString: url.href });
  await onServer.connect();
});

afterAll(async () => {
  await service?.remove();
  await onServer?.end();
  await database?.drop();
});

/** Terminates every session of the service, including that of the notification channel. */
async function terminateSessions(): Promise<number> {
  const { rowCount } = await onServer.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend' AND pid <> pg_backend_pid()",
    [new URL(database.url).pathname.slice(1)],
  );
  return rowCount ?? 0;
}

/**
 * Repeats a request until the time is over.
 * @returns The statuses.
 */
async function repeatedly(
  method: string,
  path: string,
  until: number,
  body?: object,
): Promise<number[]> {
  const statuses: number[] = [];
  while (Date.now() < until) {
    const answer = await service.call(method, path, body);
    await answer.text();
    statuses.push(answer.status);
  }
  return statuses;
}

test('sessions that end during every kind of request cost answers, never the process nor an acknowledged switch', async () => {
  await service.call('POST', FEATURES, { name: 'chaos' });
  await service.call('POST', `${at('chaos', 'production')}/strategies`, { name: 'default' });
  const until = Date.now() + CHAOS_MS;
  let terminated = 0;
  const terminating = (async () => {
    for (; Date.now() < until; await sleep(TERMINATE_EVERY_MS))
      terminated += await terminateSessions();
  })();
  let acknowledged = 0;
  const switching = (async () => {
    for (let isOn = true; Date.now() < until; isOn = !isOn) {
      const answer = await service.call(
        'POST',
        `${at('chaos', 'production')}/${isOn ? 'on' : 'off'}`,
      );
      await answer.text();
      if (answer.ok) acknowledged++;
      else isOn = !isOn; // the next attempt sends the same request
    }
  })();
  const statuses = await Promise.all([
    repeatedly('GET', '/api/admin/search/events?query=chaos', until),
    repeatedly('GET', '/api/admin/search/features?query=chaos', until),
    repeatedly('GET', '/api/admin/instance-admin/statistics', until),
    repeatedly('GET', '/api/admin/events', until),
    repeatedly('GET', '/api/client/features', until),
    repeatedly('GET', '/ready', until),
    repeatedly('POST', '/api/admin/features-batch/export', until, {
      environment: 'production',
      features: ['chaos'],
    }),
    repeatedly('POST', '/api/admin/playground', until, {
      environment: 'production',
      projects: '*',
      context: { appName: 'chaos' },
    }),
    repeatedly('PATCH', `${FEATURES}/chaos`, until, [
      { op: 'replace', path: '/description', value: 'chaos' },
    ]),
  ]);
  await Promise.all([terminating, switching]);

  expect(terminated).toBeGreaterThan(0);
  expect(statuses.flat().filter((status) => !DELIBERATE.has(status))).toEqual([]);
  await eventually(
    () => service.call('GET', '/ready').then(({ status }) => status),
    (status) => status === 200,
  );
  const off = await service.call('POST', `${at('chaos', 'production')}/off`);
  expect(off.status).toBe(200);
  const types = await recordedSwitches();
  expect(types.length).toBeGreaterThanOrEqual(acknowledged);
  // Turning off a feature that is off records nothing, so the events of one feature alternate, and
  // the last one is the last requested state.
  expect(types.filter((type, n) => type === types[n - 1])).toEqual([]);
  expect(types.at(-1)).toBe('feature-environment-disabled');
});

/** Types of the events of the switches, oldest first. */
async function recordedSwitches(): Promise<string[]> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ type: string }>(
      "SELECT type FROM event WHERE type LIKE 'feature-environment-%abled' AND feature_name = 'chaos' ORDER BY id",
    );
    return rows.map(({ type }) => type);
  } finally {
    await client.end();
  }
}
