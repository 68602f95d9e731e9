import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Unleash } from 'unleash-client';
import { Announcements } from '../../../../src/serving/sdk-api/snapshot/announcements.js';
import { DeliveryStreams } from '../../../../src/serving/sdk-api/delivery-watch/delivery-streams.js';
import { WaitingPlaces } from '../../../../src/serving/sdk-api/delivery-watch/delivery-wait.js';
import { somebody } from '../../../support/access.js';
import { at } from '../../../support/api.js';
import { EventStream } from '../../../support/event-stream.js';
import { unique } from '../../../support/given.js';
import { ADMIN_TOKEN, CLIENT_TOKEN, TestService } from '../../../support/service.js';
import { until } from '../../../support/waiting.js';
import { endSdk } from '../../../support/sdk.js';

let service: TestService;
let beside: TestService;
const open: { close(): void }[] = [];
beforeAll(async () => {
  service = await TestService.start();
  beside = await service.beside({ CLIENT_FEATURES_POLL_SECONDS: '3600' });
});
afterEach(async () => {
  for (const one of open.splice(0)) one.close();
  await service.sql('DELETE FROM sdk_connection');
  await service.sql(`DELETE FROM sdk_instance WHERE expires_at > now() + interval '1 minute'`);
});
afterAll(async () => {
  await beside.stop();
  await service.stop();
});

/** Starts a streaming SDK that has received everything. */
async function sdk(appName: string, of: TestService): Promise<Unleash> {
  const started = new Unleash({
    appName,
    instanceId: `${appName}-1`,
    url: `${of.url}/api/`,
    customHeaders: { Authorization: CLIENT_TOKEN },
    experimentalMode: { type: 'streaming' },
    refreshInterval: 600_000,
    disableMetrics: true,
    skipInstanceCountWarning: true,
    storageProvider: { get: async () => undefined, set: async () => undefined },
  });
  open.push({ close: () => endSdk(started) });
  started.on('error', () => undefined);
  await new Promise((resolve) => started.once('synchronized', resolve));
  return started;
}

const off = (feature: string): string => `${at(feature, 'development')}/off`;
const on = (feature: string): string => `${at(feature, 'development')}/on`;
const feature = () => service.given.feature({ enabledIn: ['development'] });

/** Stores an instance that is running and never reports that it serves a change. */
const silentInstance = () =>
  service.sql(
    `INSERT INTO sdk_instance (instance_id, environment, horizon, expires_at)
     VALUES (gen_random_uuid(), '', '1:1:', now() + interval '1 hour')`,
  );

const isOn = async (name: string): Promise<boolean> =>
  (await service.api.get(at(name, 'development')).expect(200)).body.enabled as boolean;

describe('waiting for delivery', () => {
  test('ends when the streams and instances have the change, well before the time', async () => {
    const name = await feature();
    const [here, there] = [await sdk('here', service), await sdk('there', beside)];
    for (const [path, isEnabled] of [
      [off(name), false],
      [on(name), true],
    ] as const) {
      const { body } = await service.api.post(`${path}?waitForDelivery=20s`).expect(200);
      expect(body.name).toBe(name);
      expect(body.delivery).toMatchObject({
        feature: name,
        environment: 'development',
        complete: true,
        connected: 2,
        delivered: 2,
        pending: [],
        instances: { connected: 2, delivered: 2 },
      });
      expect(body.delivery.waitedMs).toBeLessThan(10_000);
      await until(() => [here, there].every((one) => one.isEnabled(name) === isEnabled), 2_000);
    }
  });

  test('ends quickly when nobody is connected, and when nothing has changed', async () => {
    const name = await feature();
    for (let n = 0; n < 2; n++) {
      const { body } = await service.api.post(`${off(name)}?waitForDelivery=20s`).expect(200);
      expect(body.delivery).toMatchObject({ complete: true, connected: 0 });
      expect(body.delivery.waitedMs).toBeLessThan(5_000);
    }
  });

  test('ends with the time when an instance does not have the change', async () => {
    const name = await feature();
    await silentInstance();
    const { body } = await service.api.post(`${off(name)}?waitForDelivery=1s`).expect(200);
    expect(body.delivery).toMatchObject({
      complete: false,
      instances: { connected: 3, delivered: 2 },
    });
    expect(body.delivery.waitedMs).toBeGreaterThanOrEqual(990);
    expect(body.delivery.waitedMs).toBeLessThan(3_000);
    expect(await isOn(name)).toBe(false);
  });

  test.each(['0s', '31s', '5', '5000ms', 's', '-1s', '1.5s', '', '5s&waitForDelivery=6s'])(
    'is refused for %s, and nothing changes',
    async (wait) => {
      const name = await feature();
      const { body } = await service.api.post(`${off(name)}?waitForDelivery=${wait}`).expect(400);
      expect(body.message).toContain('1s to 30s');
      expect(await isOn(name)).toBe(true);
    },
  );

  test('is refused together with a dry run', async () => {
    const name = await feature();
    await service.api.post(`${off(name)}?waitForDelivery=1s&dryRun=true`).expect(400);
    await service.api.post(`${off(name)}?dryRun=true`).expect(200);
    expect(await isOn(name)).toBe(true);
  });

  test('does not delay refusals', async () => {
    const name = await feature();
    await silentInstance();
    const start = performance.now();
    await service.api.post(`${off(unique())}?waitForDelivery=20s`).expect(404);
    const viewer = await somebody(service, 'Viewer');
    await viewer.api.post(`${off(name)}?waitForDelivery=20s`).expect(403);
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(await isOn(name)).toBe(true);
  });

  test('works with an idempotency key, a precondition and a guard', async () => {
    const name = await feature();
    const key = unique('key');
    const tag = (await service.api.get(at(name)).expect(200)).headers['etag']!;
    const wait = () =>
      service.api
        .post(`${off(name)}?waitForDelivery=10s&guard=warn`)
        .set('Idempotency-Key', key)
        .set('If-Match', tag);
    const first = await wait().expect(200);
    expect(first.body.delivery.complete).toBe(true);
    const { delivery, ...changed } = first.body;
    expect(delivery.eventId).toEqual(expect.any(Number));
    const again = await wait().expect(200);
    expect(again.headers['idempotency-replayed']).toBe('true');
    // The repeated request does not wait, and has the response of the change.
    expect(again.body).toEqual(changed);
  });
});

describe('requests that wait', () => {
  test('hold no connection, are bounded, and end when their callers leave', async () => {
    const name = await feature();
    await silentInstance();
    const leaving = new AbortController();
    const wait = () =>
      fetch(`${service.url}${off(name)}?waitForDelivery=30s`, {
        method: 'POST',
        headers: { Authorization: ADMIN_TOKEN },
        signal: leaving.signal,
      }).then(
        ({ status }) => status,
        () => 0,
      );
    const waiting = Array.from({ length: 20 }, wait);
    await until(async () => !(await isOn(name)));
    await sleep(500);
    // More requests than the pool has connections; other requests are not affected.
    for (let n = 0; n < 5; n++) {
      const start = performance.now();
      await service.api.get(at(name)).expect(200);
      expect(performance.now() - start).toBeLessThan(2_000);
    }
    await service.api.post(on(name)).expect(200);
    const { body } = await service.api.post(`${off(name)}?waitForDelivery=1s`).expect(200);
    expect(body).toMatchObject({ delivery: null, deliveryNote: expect.any(String) });
    expect(await isOn(name)).toBe(false);
    leaving.abort();
    expect(await Promise.all(waiting)).toEqual(Array.from({ length: 20 }, () => 0));
    await until(
      async () =>
        (await service.api.post(`${off(name)}?waitForDelivery=1s`)).body.delivery !== null,
    );
  });

  test('are answered when their instance stops', async () => {
    const name = await feature();
    await silentInstance();
    const stopping = await service.beside();
    const answer = stopping.api.post(`${off(name)}?waitForDelivery=30s`).then((one) => one);
    const stream = await EventStream.open(
      `${stopping.url}${at(name, 'development')}/delivery/stream`,
      { authorization: ADMIN_TOKEN },
    );
    await until(async () => !(await isOn(name)));
    await sleep(500);
    const start = performance.now();
    await stopping.stop();
    expect(performance.now() - start).toBeLessThan(10_000);
    const { status, body } = await answer;
    expect(status).toBe(200);
    expect(body.delivery.complete).toBe(false);
    await until(() => stream.hasEnded);
    const rows = await service.sql(
      `SELECT DISTINCT instance_id FROM sdk_instance WHERE expires_at < now() + interval '1 minute'`,
    );
    expect(rows).toHaveLength(2);
  });

  test('cost nothing when there are none', async () => {
    await service.api.post(`${off(await feature())}?waitForDelivery=5s`).expect(200);
    const written = () =>
      service.sql(`SELECT max(expires_at) FROM sdk_instance WHERE environment <> ''`);
    await sleep(3_500);
    const before = await written();
    await service.api.post(off(await feature())).expect(200);
    await sleep(1_500);
    expect(await written()).toEqual(before);
  });
});

describe('limits of waiting', () => {
  afterEach(() => jest.restoreAllMocks());

  test('hold for all callers of an instance together', async () => {
    const name = await feature();
    const places = service.service.app.get(WaitingPlaces);
    expect(places.limits).toEqual({ total: 200, perCaller: 20 });
    jest.replaceProperty(places, 'limits', { total: 2, perCaller: 1 });
    await silentInstance();
    const others = [await somebody(service, 'Editor'), await somebody(service, 'Editor')];
    const waiting = others.map(async ({ api }) => api.post(`${off(name)}?waitForDelivery=3s`));
    await until(async () => !(await isOn(name)));
    await sleep(300);
    await service.api.post(on(name)).expect(200);
    const { body } = await service.api.post(`${off(name)}?waitForDelivery=1s`).expect(200);
    expect(body.deliveryNote).toContain('The change was made.');
    expect(await isOn(name)).toBe(false);
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200]);
    await service.api.post(`${on(name)}?waitForDelivery=1s`).expect(200);
  });

  test('of streams are their own, so that viewers cannot take the places of changes', async () => {
    const name = await feature();
    const { places } = service.service.app.get(DeliveryStreams);
    expect(places.limits).toEqual({ total: 200, perCaller: 20 });
    jest.replaceProperty(places, 'limits', { total: 1, perCaller: 1 });
    const url = `${service.url}${at(name, 'development')}/delivery/stream`;
    open.push(await EventStream.open(url, { authorization: ADMIN_TOKEN }));
    const refused = await service.api.get(`${at(name, 'development')}/delivery/stream`).expect(429);
    expect(refused.headers['retry-after']).toBe('5');
    const { body } = await service.api.post(`${off(name)}?waitForDelivery=5s`).expect(200);
    expect(body.delivery.complete).toBe(true);
  });

  test('end a stream after its time, whatever happens in it', async () => {
    const name = await feature();
    const streams = service.service.app.get(DeliveryStreams);
    expect(streams.maxMs).toBe(300_000);
    jest.replaceProperty(streams, 'maxMs', 1_000);
    const stream = await EventStream.open(
      `${service.url}${at(name, 'development')}/delivery/stream`,
      { authorization: ADMIN_TOKEN },
    );
    open.push(stream);
    await stream.next();
    expect(stream.hasEnded).toBe(false);
    await until(() => stream.hasEnded, 5_000);
  });

  test('outlast an unexpected error of a reading', async () => {
    const name = await feature();
    const announce = jest
      .spyOn(service.service.app.get(Announcements), 'watch')
      .mockImplementationOnce(() => {
        throw new Error('planted');
      });
    const { body } = await service.api.post(`${off(name)}?waitForDelivery=10s`).expect(200);
    expect(announce).toHaveBeenCalled();
    expect(body.delivery).toMatchObject({ complete: true });
  });
});

describe('the stream of a delivery', () => {
  const follow = async (name: string, token = ADMIN_TOKEN): Promise<EventStream> => {
    const url = `${service.url}${at(name, 'development')}/delivery/stream`;
    const stream = await EventStream.open(url, { authorization: token });
    open.push(stream);
    return stream;
  };

  test('has the state at once, and each change until all have it', async () => {
    const name = await feature();
    await sdk('follows', beside);
    const stream = await follow(name);
    expect([stream.status, stream.headers['content-type']]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ]);
    const { event, data } = await stream.next();
    expect(event).toBe('delivery');
    expect(data).toMatchObject({ feature: name, environment: 'development' });
    await service.api.post(off(name)).expect(200);
    let last = data;
    await until(async () => {
      last = (await stream.next()).data;
      return last.eventId > data.eventId && last.complete;
    });
    expect(last).toMatchObject({ connected: 1, delivered: 1, instances: { delivered: 2 } });
    stream.close();
  });

  test('is refused without the feature, the environment or a permission', async () => {
    const name = await feature();
    const path = (one: string, environment = 'development') =>
      `${at(one, environment)}/delivery/stream`;
    await service.api.get(path(unique())).expect(404);
    await service.api.get(path(name, unique())).expect(404);
    await service.api.as({ token: CLIENT_TOKEN }).get(path(name)).expect(403);
    const project = await service.given.project({ mode: 'private' });
    const hidden = unique();
    await service.api.post(`/api/admin/projects/${project}/features`, { name: hidden }).expect(201);
    const outsider = await somebody(service, 'Editor');
    const url = path(hidden).replace('/default/', `/${project}/`);
    await outsider.api.get(url).expect(404);
    const insider = await EventStream.open(service.url + url, { authorization: ADMIN_TOKEN });
    open.push(insider);
    expect((await insider.next()).data.feature).toBe(hidden);
  });
});

describe('an SDK that does not read', () => {
  let socket: Socket;
  afterEach(() => socket.destroy());

  test('makes the time run out, and is named', async () => {
    const project = await service.given.project();
    const name = unique();
    const path = `/api/admin/projects/${project}/features`;
    await service.api.post(path, { name }).expect(201);
    // More than socket buffers hold while nobody reads.
    await service.sql(
      `INSERT INTO feature (name, project, created_by_user_id, description)
       SELECT $1 || n, $2, 1, repeat('x', 50000) FROM generate_series(1, 400) n`,
      [unique('large'), project],
    );
    await service.sql(
      `INSERT INTO feature_environment (feature_name, environment)
       SELECT name, 'development' FROM feature WHERE project = $1 ON CONFLICT DO NOTHING`,
      [project],
    );
    const wanted = { type: 'client', environment: 'development', projects: [project] };
    const { secret } = (
      await service.api
        .post('/api/admin/api-tokens', { tokenName: unique('token'), ...wanted })
        .expect(201)
    ).body;
    const fresh = await service.beside();
    try {
      const { hostname, port } = new URL(fresh.url);
      socket = connect({ host: hostname, port: Number(port) });
      socket.on('error', () => undefined);
      socket.pause();
      socket.write(
        'GET /api/client/streaming HTTP/1.1\r\nHost: x\r\nUnleash-AppName: stalled\r\n' +
          `Authorization: ${secret}\r\n\r\n`,
      );
      await until(
        async () =>
          (await service.sql(`SELECT FROM sdk_connection WHERE app_name = 'stalled'`)).length > 0,
      );
      const { body } = await service.api
        .post(`${path}/${name}/environments/development/on?waitForDelivery=2s`)
        .expect(200);
      expect(body.delivery).toMatchObject({
        complete: false,
        connected: 1,
        delivered: 0,
        pending: [{ appName: 'stalled', mode: 'streaming' }],
      });
      expect(body.delivery.waitedMs).toBeGreaterThanOrEqual(1_990);
    } finally {
      socket.destroy();
      await fresh.stop();
    }
  }, 60_000);
});

test('changes that cannot wait for their delivery refuse to, and change nothing', async () => {
  const name = await feature();
  const project = '/api/admin/projects/default';
  const bulk = `${project}/bulk_features/environments/development/off`;
  for (const refused of [
    await service.api.post(`${bulk}?waitForDelivery=5s`, { features: [name] }),
    await service.api.delete(`${at(name)}?waitForDelivery=5s`),
  ]) {
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain('does not support waitForDelivery');
  }
  const { body } = await service.api.get(at(name, 'development')).expect(200);
  expect(body.enabled).toBe(true);
});
