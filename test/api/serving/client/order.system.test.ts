import { setTimeout as sleep } from 'node:timers/promises';
import { at } from '../../../support/api.js';
import { TestService } from '../../../support/service.js';
import { Sdk, stranger, type Stranger, truth } from './support.js';
import { until } from '../../../support/waiting.js';

/**
 * Commits of other programs are served whatever their order of visibility, however long a
 * transaction takes, and when announcements are missing or lost.
 */

let service: TestService;
let sdk: Sdk;
beforeAll(async () => {
  service = await TestService.start({ CLIENT_FEATURES_POLL_SECONDS: '1' });
  sdk = Sdk.of(service);
});
afterAll(() => service.stop());

let strangers: Stranger[] = [];
afterEach(async () => {
  for (const one of strangers) await one.end();
  strangers = [];
});

async function another(): Promise<Stranger> {
  const one = await stranger(service);
  strangers.push(one);
  return one;
}

test('a change whose event has the lower id, and which commits later, is not lost', async () => {
  const second = await service.beside({ CLIENT_FEATURES_POLL_SECONDS: '1' });
  try {
    const [a, b] = [await service.given.feature(), await service.given.feature()];
    const [early, late] = [await another(), await another()];
    const sdks = [sdk, Sdk.of(second)];
    for (const one of sdks) expect(await one.isOn(a)).toBe(false);

    await early.begin();
    const first = await early.switch(a, true);
    expect(await late.switch(b, true)).toBeGreaterThan(first);
    // All SDKs have the later event, and not the earlier one.
    for (const one of sdks) await until(async () => (await one.isOn(b)) === true);
    for (const one of sdks) expect(await one.isOn(a)).toBe(false);
    await early.commit();

    for (const one of sdks) await until(async () => (await one.isOn(a)) === true);
    expect(await sdks[0]!.etag()).toBe(await sdks[1]!.etag());
  } finally {
    await second.stop();
  }
});

test('the same when the instance reads on between the two commits because of changes of its own', async () => {
  const [a, b] = [await service.given.feature(), await service.given.feature()];
  const early = await another();
  await early.begin();
  await early.switch(a, true);
  for (const to of ['on', 'off', 'on']) {
    await service.api.post(`${at(b, 'development')}/${to}`).expect(200);
    expect(await sdk.isOn(b)).toBe(to === 'on');
  }
  await early.commit();
  await service.api.post(`${at(b, 'development')}/off`).expect(200);

  // The reading after this change includes everything.
  const { features } = await sdk.body();
  expect(new Map(features.map((one: { name: string }) => [one.name, one]))).toEqual(
    (await truth(service, 'development')).features,
  );
  expect(await sdk.isOn(a)).toBe(true);
});

test('a transaction that takes long makes nobody read the same again and again', async () => {
  const [a, b] = [await service.given.feature(), await service.given.feature()];
  const slow = await another();
  await slow.begin();
  await slow.switch(a, true);
  await service.api.post(`${at(b, 'development')}/on`).expect(200);
  await sdk.get().expect(200);

  const { Database } = await import('../../../../src/platform/database/database.js');
  const run = jest.spyOn(Database.prototype, 'run');
  const asked = (): number[] =>
    run.mock.calls.flatMap(([{ name }], n) => (name === 'snapshot.refresh' ? n : []));
  await until(() => asked().length >= 2);
  const refreshes = await Promise.all(
    asked().map((n) => run.mock.results[n]!.value as Promise<{ kind: string | null }[]>),
  );
  run.mockRestore();
  // One row contains the snapshot; there are no others.
  for (const rows of refreshes) expect(rows.map(({ kind }) => kind)).toEqual([null]);

  await slow.commit();
  await until(async () => (await sdk.isOn(a)) === true);
});

test('a transaction that is rolled back changes nothing', async () => {
  const feature = await service.given.feature();
  const etag = await sdk.etag();
  const other = await another();
  await other.begin();
  await other.switch(feature, true);
  await sleep(1_200);
  expect(await sdk.etag()).toBe(etag);
  await other.client.query('ROLLBACK');
  await sleep(1_200);
  expect(await sdk.etag()).toBe(etag);
});

test('changes without a notification are found by polling', async () => {
  const feature = await service.given.feature();
  const other = await another();
  expect(await sdk.isOn(feature)).toBe(false);
  await other.switch(feature, true);
  await until(async () => (await sdk.isOn(feature)) === true);
});

test('more than can be followed change by change is read as a whole', async () => {
  const feature = await service.given.feature();
  const other = await another();
  expect(await sdk.isOn(feature)).toBe(false);
  await other.begin();
  await other.client.query(
    `INSERT INTO event (type, feature_name, project, environment, created_by, created_by_user_id)
     SELECT 'feature-favorited', $1, 'default', 'development', 'stranger', -42 FROM generate_series(1, 6000)`,
    [feature],
  );
  await other.switch(feature, true);
  await other.commit();
  await until(async () => (await sdk.isOn(feature)) === true);
});

describe('when the connection for announcements breaks', () => {
  const LISTENER = `application_name = 'feature-flag-admin channel' AND datname = current_database()`;

  test('it is opened again, and missed changes are read', async () => {
    // This instance does not poll within the time of the test.
    const quiet = await service.beside({ CLIENT_FEATURES_POLL_SECONDS: '3600' });
    try {
      const feature = await service.given.feature();
      const own = Sdk.of(quiet);
      expect(await own.isOn(feature)).toBe(false);
      const other = await another();
      const { rows: before } = await other.client.query(
        `SELECT pid FROM pg_stat_activity WHERE ${LISTENER}`,
      );
      expect(before).toHaveLength(2);

      await other.client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${LISTENER}`,
      );
      await other.switch(feature, true);

      await until(async () => (await own.isOn(feature)) === true);
      await until(
        async () =>
          (await other.client.query(`SELECT pid FROM pg_stat_activity WHERE ${LISTENER}`))
            .rowCount === 2,
      );
      await service.api.post(`${at(feature, 'development')}/off`).expect(200);
      await until(async () => (await own.isOn(feature)) === false);
    } finally {
      await quiet.stop();
    }
  });
});

test('a feature that changes and changes back while everything is read again is served as it is', async () => {
  const { SnapshotStore } =
    await import('../../../../src/serving/sdk-api/snapshot/snapshot-store.js');
  const { SnapshotReader } =
    await import('../../../../src/serving/sdk-api/snapshot/snapshot-reader.js');
  const quiet = await service.beside({ CLIENT_FEATURES_POLL_SECONDS: '3600' });
  try {
    const feature = await service.given.feature();
    const own = Sdk.of(quiet);
    expect(await own.isOn(feature)).toBe(false);
    const state = quiet.service.app.get(SnapshotStore, { strict: false });
    const reader = quiet.service.app.get(SnapshotReader, { strict: false });
    const [load, changes] = [reader.load.bind(reader), reader.changes.bind(reader)];
    const other = await another();
    let before: string | undefined;
    // It is on when the environment is loaded, and when the changes since then are read.
    jest.spyOn(reader, 'load').mockImplementation(async (...asked) => {
      await other.switch(feature, true);
      before = state.snapshot;
      return load(...asked);
    });
    jest.spyOn(reader, 'changes').mockImplementation(async (...asked) => {
      const reading = await changes(...asked);
      if (before !== undefined) await other.switch(feature, false);
      return reading;
    });
    await other.client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'feature-flag-admin channel' AND datname = current_database()`,
    );
    await until(() => before !== undefined && state.snapshot !== before);
    expect(await own.isOn(feature)).toBe(false);
  } finally {
    jest.restoreAllMocks();
    await quiet.stop();
  }
});

test('a database that was restored from an older one is read as a whole', async () => {
  const { SnapshotStore } =
    await import('../../../../src/serving/sdk-api/snapshot/snapshot-store.js');
  const feature = await service.given.feature();
  expect(await sdk.isOn(feature)).toBe(false);
  const state = service.service.app.get(SnapshotStore, { strict: false });
  // As if this instance had read from a cluster that is far ahead, in which everything that happens
  // here is long past.
  const other = await another();
  Object.assign(state, { since: '900000000:900000000:' });
  await other.switch(feature, true);
  await until(async () => (await sdk.isOn(feature)) === true);
});

describe('a database that was restored from the dump of another cluster, whose transactions had higher numbers', () => {
  const FAR_AHEAD = '900000000';

  test('is read as a whole once, and followed as before from then on', async () => {
    const { SnapshotStore } =
      await import('../../../../src/serving/sdk-api/snapshot/snapshot-store.js');
    const { Database } = await import('../../../../src/platform/database/database.js');
    const feature = await service.given.feature();
    expect(await sdk.isOn(feature)).toBe(false);
    // The dump contains more events than one statement reads.
    await service.sql(
      `INSERT INTO event (type, feature_name, project, environment, created_by, created_by_user_id, transaction_id)
       SELECT 'feature-environment-enabled', $1, 'default', 'development', 'stranger', -42, $2::xid8 FROM generate_series(1, 1500)`,
      [feature, FAR_AHEAD],
    );
    const state = service.service.app.get(SnapshotStore, { strict: false });
    Object.assign(state, { since: `${FAR_AHEAD}:${FAR_AHEAD}:` });
    const run = jest.spyOn(Database.prototype, 'run');
    const count = (statement: string): number =>
      run.mock.calls.filter(([{ name }]) => name === statement).length;
    try {
      const other = await another();
      await other.switch(feature, true);
      await until(async () => (await sdk.isOn(feature)) === true);
      for (let n = 0; n < 5; n++) {
        const to = n % 2 ? 'on' : 'off';
        await service.api.post(`${at(feature, 'development')}/${to}`).expect(200);
        expect(await sdk.isOn(feature)).toBe(to === 'on');
      }
      expect(count('snapshot.load')).toBe(state.held.length);
      expect(count('snapshot.changed')).toBe(0);
      expect(count('snapshot.refresh')).toBeGreaterThan(5);
    } finally {
      run.mockRestore();
    }
  });

  test('no response is made from a state that has to be read again', async () => {
    const { SnapshotStore } =
      await import('../../../../src/serving/sdk-api/snapshot/snapshot-store.js');
    const { SnapshotReader } =
      await import('../../../../src/serving/sdk-api/snapshot/snapshot-reader.js');
    const feature = await service.given.feature();
    expect(await sdk.isOn(feature)).toBe(false);
    const state = service.service.app.get(SnapshotStore, { strict: false });
    const load = SnapshotReader.prototype.load;
    let [begun, release] = [false, (): void => undefined];
    const gate = new Promise<void>((resolve) => (release = resolve));
    jest.spyOn(SnapshotReader.prototype, 'load').mockImplementation(async function (
      this: InstanceType<typeof SnapshotReader>,
      ...asked
    ) {
      begun = true;
      await gate;
      return load.apply(this, asked);
    });
    const other = await another();
    // Changed without an event, as by a dump, so only a complete reading finds it.
    await other.client.query(
      `UPDATE feature_environment SET enabled = true WHERE feature_name = $1 AND environment = 'development'`,
      [feature],
    );
    Object.assign(state, { since: `${FAR_AHEAD}:${FAR_AHEAD}:` });
    await until(() => begun);
    const asked = sdk.isOn(feature);
    release();
    expect(await asked).toBe(true);
    jest.restoreAllMocks();
  });

  test('its deliveries say which instances and SDKs have a change', async () => {
    const { DeliveryWriter } =
      await import('../../../../src/serving/sdk-api/streaming/delivery-writer.js');
    const feature = await service.given.feature({ enabledIn: ['development'] });
    await service.sql(`UPDATE event SET transaction_id = $2::xid8 WHERE feature_name = $1`, [
      feature,
      FAR_AHEAD,
    ]);
    await sdk.get('', { 'Unleash-AppName': 'restored', 'Unleash-InstanceId': 'now' }).expect(200);
    // A connection record from the cluster of the dump.
    await service.sql(
      `INSERT INTO sdk_connection (environment, app_name, instance_id, connection_id, mode, hidden_projects, name_prefix, fetched_at, expires_at, horizon)
       VALUES ('development', 'restored', 'before', '', 'polling', '{}', '', now(), now() + interval '1 minute', $1::pg_snapshot)`,
      [`${FAR_AHEAD}:${FAR_AHEAD}:`],
    );
    await service.service.app.get(DeliveryWriter, { strict: false }).write();
    const delivery = async () =>
      (await service.api.get(`${at(feature, 'development')}/delivery`).expect(200)).body;
    expect(await delivery()).toMatchObject({ connected: 1, delivered: 1, pending: [] });

    await service.api.post(`${at(feature, 'development')}/off`).expect(200);
    expect(await delivery()).toMatchObject({
      connected: 1,
      delivered: 0,
      pending: [{ instanceId: 'now' }],
    });
    await sdk.get('', { 'Unleash-AppName': 'restored', 'Unleash-InstanceId': 'now' }).expect(200);
    await service.service.app.get(DeliveryWriter, { strict: false }).write();
    expect(await delivery()).toMatchObject({ connected: 1, delivered: 1 });
  });
});
