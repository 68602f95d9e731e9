import { Client } from 'pg';
import { connectionsFor } from '../../../../src/flags/feature/switch/switch-turns.js';
import { type Api, at, type HttpCall } from '../../../support/api.js';
import { ChangeRequestScene } from '../../../support/change-request-scene.js';
import { somebody } from '../../../support/grants.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';
import { until } from '../../../support/waiting.js';

/** Every way to turn a feature off, while other work waits for locks with all that it may use. */

const LIMIT_MS = 250;

let service: TestService;
let caller: Api;
let others: Api[];
let stranger: Client;
beforeAll(async () => {
  service = await TestService.start({ DATABASE_POOL_MAX: '16', DATABASE_LOCK_SECONDS: '10' });
  stranger = new Client({ connectionString: service.databaseUrl });
  await stranger.connect();
  caller = (await somebody(service, 'Admin')).api;
  others = [(await somebody(service, 'Admin')).api, (await somebody(service, 'Admin')).api];
});
beforeEach(() => stranger.query('BEGIN'));
afterEach(() => stranger.query('ROLLBACK'));
afterAll(async () => {
  await stranger.end();
  await service.stop();
});

const statusOf = (call: HttpCall): Promise<number> => call.then(({ status }) => status);
const off = (feature: string): string => `${at(feature, 'production')}/off`;

/** Sends the request for several features. @returns The shortest time: a busy machine adds some. */
async function fastestOf(send: (feature: string) => HttpCall, features: string[]): Promise<number> {
  let fastest = Infinity;
  for (const feature of features) {
    const start = performance.now();
    await send(feature).expect(({ status }) => expect([200, 202]).toContain(status));
    fastest = Math.min(fastest, performance.now() - start);
  }
  return fastest;
}

const WAYS: [string, (feature: string) => HttpCall][] = [
  ['off', (feature) => caller.post(off(feature))],
  ['a forced off', (feature) => caller.post(`${off(feature)}?force=true&reason=test`)],
  ['a guarded off', (feature) => caller.post(`${off(feature)}?guard=warn`)],
  ['an off with a key', (feature) => caller.post(off(feature)).set('idempotency-key', unique())],
  ['an off with a precondition', (feature) => caller.post(off(feature)).set('if-match', '*')],
  ['the preview of an off', (feature) => caller.post(`${off(feature)}?dryRun=true`)],
  ['an off that is waited for', (feature) => caller.post(`${off(feature)}?waitForDelivery=1s`)],
  [
    'off of several features',
    (feature) =>
      caller.post('/api/admin/projects/default/bulk_features/environments/production/off', {
        features: [feature],
      }),
  ],
  ['archiving', (feature) => caller.delete(at(feature))],
];

async function features(count: number): Promise<string[]> {
  const names: string[] = [];
  for (let n = 0; n < count; n++)
    names.push(await service.given.feature({ enabledIn: ['production'] }));
  return names;
}

test.each(WAYS)(
  '%s does not wait for changes and imports that wait for a lock',
  async (_, send) => {
    const all = await features(4);
    const held = await service.given.feature();
    await stranger.query('SELECT FROM feature WHERE name = $1 FOR UPDATE', [held]);
    const data = {
      features: [{ name: held, type: 'release' }],
      featureStrategies: [],
      tagTypes: [],
    };
    const imported = { project: 'default', environment: 'production', data };
    const changes = [caller, ...others].flatMap((api) => [
      ...Array.from({ length: 8 }, () => statusOf(api.put(at(held), { description: 'changed' }))),
      ...Array.from({ length: 4 }, () =>
        statusOf(api.post('/api/admin/features-batch/import', imported)),
      ),
    ]);
    await service.untilBlocked(4);

    expect(await fastestOf(send, all)).toBeLessThan(LIMIT_MS);

    await stranger.query('ROLLBACK');
    expect(new Set(await Promise.all(changes))).toEqual(new Set([200]));
  },
);

test('a change request that turns off, applied or scheduled, does not wait for other changes, also of who applies it', async () => {
  const scene = await ChangeRequestScene.create(service);
  const turnOff = async (): Promise<number> => {
    const feature = await scene.feature({ on: true });
    return scene.approved({ action: 'updateEnabled', feature, payload: { enabled: false } });
  };
  const requests = [await turnOff(), await turnOff(), await turnOff()];
  const scheduled = await turnOff();
  const stateOf = `${scene.path}/${scheduled}/state`;
  const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
  await scene.reviewer.api.put(stateOf, { state: 'Scheduled', scheduledAt }).expect(200);
  const held = await scene.feature();
  await stranger.query('SELECT FROM feature WHERE name = $1 FOR UPDATE', [held]);
  const changes = [scene.reviewer.api, ...others].flatMap((api) =>
    Array.from({ length: 12 }, () => statusOf(api.put(scene.at(held), { description: 'changed' }))),
  );
  await service.untilBlocked(4);

  const apply = (id: string): HttpCall => scene.state(Number(id), 'Applied', scene.reviewer.api);
  expect(await fastestOf(apply, requests.map(String))).toBeLessThan(LIMIT_MS);
  await service.sql('UPDATE change_request SET scheduled_at = now() WHERE id = $1', [scheduled]);
  await until(async () => {
    const [row] = await service.sql<{ state: string }>(
      'SELECT state FROM change_request WHERE id = $1',
      [scheduled],
    );
    return row!.state === 'Applied';
  });

  await stranger.query('ROLLBACK');
  expect(new Set(await Promise.all(changes))).toEqual(new Set([200]));
});

test.each(WAYS)(
  '%s does not wait for other switches of its caller whose row is locked',
  async (_, send) => {
    const all = await features(4);
    const [held] = await features(1);
    await stranger.query('SELECT FROM feature_environment WHERE feature_name = $1 FOR UPDATE', [
      held,
    ]);
    const switches = [
      ...Array.from({ length: 24 }, () => statusOf(caller.post(off(held!)))),
      ...Array.from({ length: 6 }, () =>
        statusOf(caller.post(off(held!)).set('idempotency-key', unique())),
      ),
    ];
    await service.untilBlocked(1);

    expect(await fastestOf(send, all)).toBeLessThan(LIMIT_MS);

    await stranger.query('ROLLBACK');
    expect(new Set(await Promise.all(switches))).toEqual(new Set([200]));
  },
);

test('switching many features at once leaves the connections for switching to others', () => {
  expect([1, 100, 101, 4_000].map(connectionsFor)).toEqual([
    'hotTransaction',
    'hotTransaction',
    'general',
    'general',
  ]);
});

test('every way says after its own time that its row is locked, and has changed nothing', async () => {
  const [held] = await features(1);
  const before = (await service.api.get(at(held!)).expect(200)).body;
  await stranger.query('SELECT FROM feature_environment WHERE feature_name = $1 FOR UPDATE', [
    held,
  ]);
  await stranger.query('SELECT FROM feature WHERE name = $1 FOR UPDATE', [held]);
  const start = performance.now();
  const statuses = await Promise.all(WAYS.map(([, send]) => statusOf(send(held!))));
  expect(statuses).toEqual(WAYS.map(() => 503));
  expect(performance.now() - start).toBeGreaterThan(9_000);
  await stranger.query('ROLLBACK');
  expect((await service.api.get(at(held!)).expect(200)).body).toEqual(before);
});

test('a switch with a key that waited has one effect, and is repeated from what was kept', async () => {
  const [held] = await features(1);
  await stranger.query('SELECT FROM feature_environment WHERE feature_name = $1 FOR UPDATE', [
    held,
  ]);
  const key = unique();
  const send = (): HttpCall => caller.post(off(held!)).set('idempotency-key', key);
  const [first, second] = [send(), send()].map((call) => call.then((answer) => answer));
  await service.untilBlocked(1);
  await new Promise((resolve) => setTimeout(resolve, 400)); // Several attempts fail.
  await stranger.query('ROLLBACK');
  const answers = await Promise.all([first!, second!]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[0]!.body).toEqual(answers[1]!.body);
  const query = `feature=IS:${held}&type=IS:feature-environment-disabled`;
  const { body } = await service.api.get(`/api/admin/search/events?${query}`).expect(200);
  expect(body.events).toHaveLength(1);
});
