import { Database } from '../../../../src/platform/database/database.js';
import {
  Reading,
  SnapshotReader,
} from '../../../../src/serving/sdk-api/snapshot/snapshot-reader.js';
import { at } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import {
  ADMIN_TOKEN,
  CLIENT_TOKEN,
  FRONTEND_TOKEN,
  TestService,
} from '../../../support/service.js';
import { until } from '../../../support/waiting.js';
import { Sdk, stranger, truth } from './support.js';

/**
 * A request that follows an acknowledged change on the same instance gets the changed state or 503,
 * whatever else the instance is doing.
 */

let service: TestService;
let sdk: Sdk;
beforeAll(async () => {
  service = await TestService.start();
  sdk = Sdk.of(service);
  await sdk.get().expect(200);
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => service.stop());

const off = (feature: string, environment = 'development') =>
  service.api.post(`${at(feature, environment)}/off`).expect(200);
const on = (feature: string, environment = 'development') =>
  service.api.post(`${at(feature, environment)}/on`).expect(200);

/**
 * Creates an environment of the project `default` that no SDK has requested, in which features are
 * on.
 */
async function environment(...features: string[]): Promise<string> {
  const name = await service.given.environment();
  await service.api
    .post('/api/admin/projects/default/environments', { environment: name })
    .expect(200);
  for (const feature of features) await on(feature, name);
  return name;
}

async function isOn(feature: string, name: string): Promise<boolean | undefined> {
  const { features } = await Sdk.of(service, ADMIN_TOKEN).body(`?environment=${name}`);
  return features.find((one: { name: string }) => one.name === feature)?.enabled;
}

/** Delays a load of an environment after it was read. */
function heldUp(name: string): {
  release: () => void;
  hasRead: () => boolean;
  count: () => number;
} {
  const load = SnapshotReader.prototype.load;
  let [release, count, read] = [(): void => undefined, 0, 0];
  const gate = new Promise<void>((resolve) => (release = resolve));
  jest.spyOn(SnapshotReader.prototype, 'load').mockImplementation(async function (
    this: SnapshotReader,
    environment,
    signal,
  ) {
    if (environment === name) count++;
    const reading = await load.call(this, environment, signal);
    if (environment !== name) return reading;
    read++;
    await gate;
    return reading;
  });
  return { release, hasRead: () => read > 0, count: () => count };
}

const statementsOf = (run: jest.SpyInstance): string[] =>
  run.mock.calls.map(([{ name }]) => name as string);

test('while an environment is loaded, changes of another are served at once', async () => {
  const feature = await service.given.feature({ enabledIn: ['development'] });
  const slow = await environment(feature);
  expect(await sdk.isOn(feature)).toBe(true);
  const load = heldUp(slow);
  const asked = isOn(feature, slow);
  await until(load.hasRead);

  for (let n = 0; n < 3; n++) {
    await off(feature);
    expect(await sdk.isOn(feature)).toBe(false);
    await on(feature);
    expect(await sdk.isOn(feature)).toBe(true);
  }

  load.release();
  expect(await asked).toBe(true);
});

test('changes committed while an environment is loaded are part of what is served', async () => {
  const [feature, other] = [await service.given.feature(), await service.given.feature()];
  const slow = await environment(feature);
  const load = heldUp(slow);
  const asked = isOn(feature, slow);
  await until(load.hasRead);

  await off(feature, slow);
  await on(other, slow);
  const { body: segment } = await service.api
    .post('/api/admin/segments', { name: unique('segment'), constraints: [] })
    .expect(201);
  await service.api
    .post(`${at(other, slow)}/strategies`, { name: 'default', segments: [segment.id] })
    .expect(200);
  // Changes of other environments are read meanwhile, including some that the load has missed.
  expect(await sdk.isOn(other)).toBe(false);

  load.release();
  expect(await asked).toBe(false);
  const { features, segments } = await Sdk.of(service, ADMIN_TOKEN).body(`?environment=${slow}`);
  const expected = await truth(service, slow);
  expect(new Map(features.map((one: { name: string }) => [one.name, one]))).toEqual(
    expected.features,
  );
  expect(segments.map(({ id }: { id: number }) => id)).toContain(segment.id);
});

test('an environment that is deleted while it is loaded is served as one that is not there', async () => {
  const feature = await service.given.feature();
  const slow = await environment(feature);
  const load = heldUp(slow);
  const asked = isOn(feature, slow);
  await until(load.hasRead);

  await service.api.delete(`/api/admin/environments/${slow}`).expect(200);
  load.release();

  expect(await asked).toBe(false);
  expect(load.count()).toBe(1);
});

test('an environment that is deleted and made anew while it is loaded is read again', async () => {
  const feature = await service.given.feature();
  const slow = await environment(feature);
  const load = heldUp(slow);
  const asked = isOn(feature, slow);
  await until(load.hasRead);

  await service.api.delete(`/api/admin/environments/${slow}`).expect(200);
  await service.given.environment({ name: slow });
  await service.api
    .post('/api/admin/projects/default/environments', { environment: slow })
    .expect(200);
  load.release();

  expect(await asked).toBe(false);
  expect(load.count()).toBe(2);
  await on(feature, slow);
  expect(await isOn(feature, slow)).toBe(true);
});

test('an environment that cannot be loaded keeps no other from being served', async () => {
  const feature = await service.given.feature({ enabledIn: ['development'] });
  const [broken, fine] = [await environment(feature), await environment(feature)];
  const load = SnapshotReader.prototype.load;
  jest.spyOn(SnapshotReader.prototype, 'load').mockImplementation(function (
    this: SnapshotReader,
    name,
    signal,
  ) {
    return name === broken ? Promise.reject(new Error('no')) : load.call(this, name, signal);
  });

  await service.api.get(`/api/client/features?environment=${broken}`).expect(500);
  await off(feature);
  expect(await sdk.isOn(feature)).toBe(false);
  expect(await isOn(feature, fine)).toBe(true);

  jest.restoreAllMocks();
  expect(await isOn(feature, broken)).toBe(true);
});

test('two environments are loaded at the same time, and no more', async () => {
  const names = [
    await environment(),
    await environment(),
    await environment(),
    await environment(),
  ];
  const load = SnapshotReader.prototype.load;
  let [now, most] = [0, 0];
  jest.spyOn(SnapshotReader.prototype, 'load').mockImplementation(async function (
    this: SnapshotReader,
    name,
    signal,
  ) {
    most = Math.max(most, ++now);
    try {
      await new Promise((resolve) => setTimeout(resolve, 30));
      return await load.call(this, name, signal);
    } finally {
      now--;
    }
  });
  await Promise.all(names.map((name) => Sdk.of(service, ADMIN_TOKEN).body(`?environment=${name}`)));
  expect(most).toBe(2);
});

describe('when changes cannot be read although PostgreSQL can be reached', () => {
  const ASKING: [string, () => PromiseLike<{ status: number; headers: Record<string, string> }>][] =
    [
      ['polling', () => sdk.get()],
      ['deltas', () => service.api.as({ token: CLIENT_TOKEN }).get('/api/client/delta')],
      ['a stream', () => service.api.as({ token: CLIENT_TOKEN }).get('/api/client/streaming')],
      ['the frontend API', () => service.api.as({ token: FRONTEND_TOKEN }).get('/api/frontend')],
      [
        'OFREP',
        () =>
          service.api.as({ token: CLIENT_TOKEN }).post('/ofrep/v1/evaluate/flags', { context: {} }),
      ],
    ];

  test.each(ASKING)('%s is answered 503, and not what was before', async (_, ask) => {
    const feature = await service.given.feature({ enabledIn: ['development'] });
    await sdk.get().expect(200);
    jest.spyOn(SnapshotReader.prototype, 'changes').mockRejectedValue(new Error('no'));
    await off(feature);
    const { status, headers } = await ask();
    expect([status, headers['retry-after']]).toEqual([503, '1']);

    jest.restoreAllMocks();
    expect(await sdk.isOn(feature)).toBe(false);
  });

  test('no request waits without a limit', async () => {
    const feature = await service.given.feature({ enabledIn: ['development'] });
    await sdk.get().expect(200);
    let release = (): void => undefined;
    const changes = SnapshotReader.prototype.changes;
    jest.spyOn(SnapshotReader.prototype, 'changes').mockImplementation(async function (
      this: SnapshotReader,
      ...asked
    ) {
      await new Promise<void>((resolve) => (release = resolve));
      return changes.apply(this, asked);
    });
    await off(feature);
    await sdk.get().expect(503);
    jest.restoreAllMocks();
    release();
    await until(async () => (await sdk.get()).status === 200);
    expect(await sdk.isOn(feature)).toBe(false);
  });
});

test('very many changes are read in pages, and not everything anew', async () => {
  const prefix = unique('paged');
  const other = await stranger(service);
  await sdk.get().expect(200);
  const run = jest.spyOn(Database.prototype, 'run');
  try {
    await other.begin();
    await other.client.query(
      `INSERT INTO feature (name, project, type, created_by_user_id) SELECT '${prefix}-' || n, 'default', 'release', -42 FROM generate_series(1, 2500) n`,
    );
    // Like an import, but with events for all environments, because the other tests of this file
    // load many of them.
    for (const turn of [1, 2])
      await other.client.query(
        `INSERT INTO event (type, feature_name, project, environment, created_by, created_by_user_id)
         SELECT 'feature-strategy-add', '${prefix}-' || n, 'default', 'development', 'stranger', -42 + 0 * $1::int FROM generate_series(1, 2500) n`,
        [turn],
      );
    await other.commit();
    const feature = await service.given.feature({ enabledIn: ['development'] });
    await off(feature);
    expect(await sdk.isOn(feature)).toBe(false);
    const { features } = await sdk.body();
    expect(features.filter(({ name }: { name: string }) => name.startsWith(prefix))).toHaveLength(
      2_500,
    );
    const statements = statementsOf(run);
    expect(statements.filter((name) => name === 'snapshot.load')).toEqual([]);
    expect(statements.filter((name) => name === 'snapshot.features').length).toBeGreaterThanOrEqual(
      3,
    );
  } finally {
    run.mockRestore();
    await other.client.query(`DELETE FROM feature WHERE name LIKE '${prefix}-%'`);
    await other.client.query(
      `INSERT INTO event (type, feature_name, project, environment, created_by, created_by_user_id)
       SELECT 'feature-strategy-remove', '${prefix}-' || n, 'default', 'development', 'stranger', -42 FROM generate_series(1, 2500) n`,
    );
    await other.end();
  }
  await until(async () =>
    (await sdk.body()).features.every(({ name }: { name: string }) => !name.startsWith(prefix)),
  );
});

test('a later reading takes tags away from what an earlier page said', () => {
  const piece = {
    name: 'a',
    without: (isGone: (tag: string) => boolean) => (isGone('simple:x') ? 'untagged' : 'tagged'),
  };
  const [page, later] = [new Reading('1:2:'), new Reading('1:3:', 7)];
  page.in('development').set('a', piece as never);
  later.goneTags.push('simple:x');
  page.follow(later);
  expect(page.in('development').get('a')).toBe('untagged');
  expect([page.snapshot, page.latestEvent]).toEqual(['1:3:', 7]);
});
