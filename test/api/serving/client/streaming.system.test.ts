import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:net';
import { at } from '../../../support/api.js';
import { EventStream } from '../../../support/event-stream.js';
import { unique } from '../../../support/given.js';
import { ADMIN_TOKEN, CLIENT_TOKEN, TestService } from '../../../support/service.js';
import { eventually } from '../../../support/waiting.js';
import { type Body, Sdk } from './support.js';

const STREAMING = '/api/client/streaming';
let service: TestService;
let open: EventStream[] = [];
beforeAll(
  async () => (service = await TestService.start({ CLIENT_STREAM_HEARTBEAT_SECONDS: '1' })),
);
afterEach(() => {
  for (const stream of open) stream.close();
  open = [];
});
afterAll(() => service.stop());

async function follow(
  headers: Record<string, string> = {},
  { of = service, query = '' } = {},
): Promise<EventStream> {
  const stream = await EventStream.open(of.url + STREAMING + query, {
    authorization: CLIENT_TOKEN,
    ...headers,
  });
  open.push(stream);
  return stream;
}

const off = (feature: string) => service.api.post(`${at(feature, 'development')}/off`).expect(200);
const on = (feature: string) => service.api.post(`${at(feature, 'development')}/on`).expect(200);
const ended = (stream: EventStream, patience = 5_000): Promise<boolean> =>
  eventually(
    () => stream.hasEnded,
    (is) => is,
    patience,
  );

async function clientToken(asked: object = {}): Promise<string> {
  const token = {
    tokenName: unique('token'),
    type: 'client',
    environment: 'development',
    projects: ['default'],
    ...asked,
  };
  return (await service.api.post('/api/admin/api-tokens', token).expect(201)).body.secret;
}

const figure = async (name: string): Promise<number> => {
  const { text } = await service.api.get('/internal-backstage/prometheus').expect(200);
  return Number(new RegExp(`^${name.replace(/[{}"]/g, '\\$&')} (.*)$`, 'm').exec(text)?.[1] ?? 0);
};

test('a stream begins with everything and goes on with what changes', async () => {
  const feature = await service.given.feature({ enabledIn: ['development'] });
  const stream = await follow();
  expect(stream.status).toBe(200);
  expect(stream.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  });
  expect(stream.headers['content-encoding']).toBeUndefined();

  const whole = await Sdk.of(service).body();
  const first = await stream.next();
  expect(first).toMatchObject({
    event: 'unleash-connected',
    id: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(first.data).toEqual({
    events: [
      {
        eventId: expect.any(Number),
        type: 'hydration',
        features: whole.features,
        segments: whole.segments,
      },
    ],
  });
  expect(stream.retry).toBeGreaterThanOrEqual(1000);

  await off(feature);
  const second = await stream.next();
  expect(second.event).toBe('unleash-updated');
  expect(second.data.events).toEqual([
    expect.objectContaining({
      type: 'feature-updated',
      feature: expect.objectContaining({ name: feature, enabled: false }),
    }),
  ]);
  await service.api.delete(at(feature)).expect(202);
  expect((await stream.next()).data.events).toEqual([
    expect.objectContaining({ type: 'feature-removed', featureName: feature }),
  ]);
});

test('a stream that reconnects gets the changes that it missed, or everything', async () => {
  const feature = await service.given.feature({ enabledIn: ['development'] });
  const keeper = await follow();
  const { id } = await keeper.next();
  const same = await (await follow({ 'last-event-id': id })).next();
  expect(same).toEqual({ event: 'unleash-connected', id, data: { events: [] } });

  await off(feature);
  const { id: now } = await keeper.next();
  const missed = await (await follow({ 'last-event-id': id })).next();
  expect(missed).toMatchObject({
    event: 'unleash-updated',
    id: now,
    data: { events: [{ type: 'feature-updated', feature: { name: feature } }] },
  });
  const unknown = await (await follow({ 'last-event-id': '0123456789abcdef' })).next();
  expect(unknown).toMatchObject({
    event: 'unleash-connected',
    id: now,
    data: { events: [{ type: 'hydration' }] },
  });
});

test('a stream of another project says nothing but that it is alive', async () => {
  const project = await service.given.project();
  const stream = await follow({ authorization: await clientToken({ projects: [project] }) });
  expect((await stream.next()).data.events[0].features).toEqual([]);
  const feature = await service.given.feature();
  await on(feature);
  await eventually(
    () => stream.comments,
    (count) => count >= 2,
  );
  expect(stream.events).toEqual([]);
});

test('a stream ends when its token is revoked, expires, or is for something else, and no other does', async () => {
  const project = await service.given.project();
  const revoked = await clientToken();
  const secrets = [
    revoked,
    await clientToken({ expiresAt: new Date(Date.now() + 1500).toISOString() }),
    await clientToken({ projects: [project, 'default'] }),
  ];
  const [one, two, three, other] = await Promise.all(
    [...secrets, CLIENT_TOKEN].map((authorization) => follow({ authorization })),
  );
  await Promise.all([one!, two!, three!, other!].map((stream) => stream.next()));
  await service.sql(`DELETE FROM api_token WHERE secret_hash = sha256($1::bytea)`, [revoked]);
  await ended(one!);
  await ended(two!);
  expect(three!.hasEnded).toBe(false);
  await service.sql(`DELETE FROM api_token_project WHERE project = $1`, [project]);
  await ended(three!);
  expect(other!.hasEnded).toBe(false);
});

test('a stream ends when its environment is deleted, and tells nothing of it after', async () => {
  const environment = await service.given.environment();
  const stream = await follow(
    { authorization: ADMIN_TOKEN },
    { query: `?environment=${environment}` },
  );
  await stream.next();
  await service.api.delete(`/api/admin/environments/${environment}`).expect(200);
  await ended(stream);
  const again = await follow(
    { authorization: ADMIN_TOKEN },
    { query: `?environment=${environment}` },
  );
  const [{ features }] = (await again.next()).data.events;
  expect(features.some((one: Body) => one.enabled)).toBe(false);
});

test('a stream for an environment that is not there yet ends when it is', async () => {
  const environment = unique('to-come');
  const query = `?environment=${environment}`;
  const stream = await follow({ authorization: ADMIN_TOKEN }, { query });
  const feature = await service.given.feature();
  await stream.next();
  await service.given.environment({ name: environment });
  await service.api.post('/api/admin/projects/default/environments', { environment }).expect(200);
  await service.api.post(`${at(feature, environment)}/on`).expect(200);
  await ended(stream);
  const again = await follow({ authorization: ADMIN_TOKEN }, { query });
  const [{ features }] = (await again.next()).data.events;
  expect(features.find((one: Body) => one.name === feature).enabled).toBe(true);
});

test('streams outlast PostgreSQL’s connections, and miss nothing', async () => {
  const feature = await service.given.feature({ enabledIn: ['development'] });
  const stream = await follow();
  await stream.next();
  await service
    .sql(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()",
    )
    .catch(() => []);
  await sleep(50);
  await service.api.post(`${at(feature, 'development')}/off`);
  await service.sql('SELECT 1').catch(() => []);
  await eventually(
    async () => (await service.api.post(`${at(feature, 'development')}/off`)).status,
    (status) => status === 200,
  );
  const { data } = await stream.next();
  expect(data.events).toEqual([
    expect.objectContaining({
      feature: expect.objectContaining({ name: feature, enabled: false }),
    }),
  ]);
  expect(stream.hasEnded).toBe(false);
});

test('streams that are not read are closed and counted', async () => {
  const description = 'x'.repeat(50_000);
  const feature = await service.given.feature({ description });
  const { hostname, port } = new URL(service.url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  socket.pause();
  let gone = false;
  socket.on('close', () => (gone = true));
  socket.write(`GET ${STREAMING} HTTP/1.1\r\nHost: x\r\nAuthorization: ${CLIENT_TOKEN}\r\n\r\n`);
  await eventually(
    () => figure('client_streams'),
    (count) => count === 1,
  );
  const before = await figure('client_streams_lost_total{reason="slow"}');
  const place = `${at(feature, 'development')}/`;
  for (let n = 0; n < 400 && (await figure('client_streams')) > 0; n++) {
    await service.api.post(`${place}${n % 2 ? 'off' : 'on'}`).expect(200);
    await service.api.get('/api/client/delta?environment=development').expect(200);
  }
  expect(await figure('client_streams')).toBe(0);
  expect(await figure('client_streams_lost_total{reason="slow"}')).toBe(before + 1);
  socket.destroy();
  expect(gone || socket.destroyed).toBe(true);
}, 60_000);

test('streams are bounded: others are told to poll', async () => {
  const small = await service.beside({ CLIENT_STREAMS_MAX: '2' });
  try {
    const [one] = [await follow({}, { of: small }), await follow({}, { of: small })];
    const third = await follow({}, { of: small });
    expect([third.status, third.headers['retry-after']]).toEqual([429, '60']);
    one.close();
    await eventually(
      async () => (await follow({}, { of: small })).status,
      (status) => status === 200,
    );
  } finally {
    await small.stop();
  }
});

test('an instance that stops ends its streams, and does not wait for them', async () => {
  const beside = await service.beside();
  const streams = await Promise.all([1, 2, 3].map(() => follow({}, { of: beside })));
  await Promise.all(streams.map((stream) => stream.next()));
  const began = Date.now();
  await beside.stop();
  // less than the time limit for data in flight
  expect(Date.now() - began).toBeLessThan(6_000);
  await Promise.all(streams.map((stream) => ended(stream)));
});

test('30 streams of three instances see a switch', async () => {
  const others = await Promise.all([service.beside(), service.beside()]);
  try {
    const feature = await service.given.feature({ enabledIn: ['development'] });
    const streams = await Promise.all(
      Array.from({ length: 30 }, (_, n) => follow({}, { of: [service, ...others][n % 3]! })),
    );
    await Promise.all(streams.map((stream) => stream.next()));
    await off(feature);
    const began = Date.now();
    const seen = await Promise.all(streams.map((stream) => stream.next()));
    // less than the interval of checking tokens
    expect(Date.now() - began).toBeLessThan(5_000);
    for (const { data } of seen)
      expect(data.events).toEqual([
        expect.objectContaining({
          feature: expect.objectContaining({ name: feature, enabled: false }),
        }),
      ]);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(1);
  } finally {
    for (const stream of open) stream.close();
    for (const other of others) await other.stop();
  }
});

test('streams are refused without a client token or support for segments', async () => {
  expect((await follow({ authorization: '' })).status).toBe(401);
  expect((await follow({ authorization: 'default:development.unknown' })).status).toBe(401);
  expect((await follow({ 'unleash-client-spec': '4.1.0' })).status).toBe(400);
  await service.api.as({ token: CLIENT_TOKEN }).post(STREAMING).expect(404);
});
