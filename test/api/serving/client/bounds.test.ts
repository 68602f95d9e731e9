import { DeliveryWriter } from '../../../../src/serving/sdk-api/streaming/delivery-writer.js';
import { SdkConnections } from '../../../../src/serving/sdk-api/delivery/sdk-connections.js';
import { at } from '../../../support/api.js';
import { EventStream } from '../../../support/event-stream.js';
import { unique } from '../../../support/given.js';
import { ADMIN_TOKEN, CLIENT_TOKEN, TestService } from '../../../support/service.js';
import { eventually } from '../../../support/waiting.js';

/** Limits of what SDKs can make an instance store, and of what they can request. */

let service: TestService;
const open: EventStream[] = [];
beforeAll(async () => {
  service = await TestService.start({
    CLIENT_STREAMS_MAX: '6',
    CLIENT_STREAMS_MAX_PER_TOKEN: '3',
    CLIENT_CACHE_MB: '1',
    CLIENT_DELTA_LOG_MB: '1',
  });
});
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});
afterAll(() => service.stop());

const FEATURES = '/api/client/features';
const DELTA = '/api/client/delta';
const STREAMING = '/api/client/streaming';
const admin = () => service.api.as({ token: ADMIN_TOKEN });

async function clientToken(): Promise<string> {
  const asked = {
    tokenName: unique('token'),
    type: 'client',
    environment: 'development',
    projects: ['default'],
  };
  return (await service.api.post('/api/admin/api-tokens', asked).expect(201)).body.secret;
}

async function follow(token: string, query = ''): Promise<EventStream> {
  const stream = await EventStream.open(`${service.url}${STREAMING}${query}`, {
    authorization: token,
  });
  open.push(stream);
  return stream;
}

async function figure(name: string): Promise<number> {
  const { text } = await service.api.get('/internal-backstage/prometheus').expect(200);
  return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)![1]);
}

const listOf = (name: string, count: number): string =>
  Array.from({ length: count }, (_, n) => `${name}=simple:${n}`).join('&');

describe.each([FEATURES, DELTA, STREAMING])('a query of %s', (path) => {
  test.each(['tag', 'project'])('names 50 values of %s at most', async (name) => {
    const url = `${path}?environment=development&${listOf(name, 51)}`;
    const { body } = await admin().get(url).expect(400);
    expect(body.details[0]).toMatchObject({
      path: `/query/${name}`,
      message: expect.stringContaining('50'),
    });
  });

  test.each([
    ['namePrefix=%00', 'namePrefix'],
    ['environment=%00', 'environment'],
    ['project=a%00', 'project'],
    ['tag=simple:%00', 'tag'],
    ['namePrefix=a%0Ab', 'namePrefix'],
    [`namePrefix=${'a'.repeat(256)}`, 'namePrefix'],
    [`project=${'a'.repeat(256)}`, 'project'],
    [`tag=simple:${'a'.repeat(256)}`, 'tag'],
  ])('is refused with what no name holds', async (query, name) => {
    const { body } = await admin().get(`${path}?${query}`).expect(400);
    expect(body.details[0].path).toBe(`/query/${name}`);
  });
});

test('a query of an SDK may have 50 values', async () => {
  await admin()
    .get(`${FEATURES}?environment=development&${listOf('tag', 50)}`)
    .expect(200);
  await admin()
    .get(`${DELTA}?environment=development&${listOf('project', 50)}`)
    .expect(200);
});

describe('what SDKs call themselves', () => {
  const deliveries = async (feature: string) => {
    await service.service.app.get(DeliveryWriter, { strict: false }).write();
    return (await service.api.get(`${at(feature, 'development')}/delivery`).expect(200)).body;
  };

  test('is stored without characters that cannot be', async () => {
    const feature = await service.given.feature();
    const name = Buffer.from('a\u0085b\u202ec').toString('latin1');
    const headers = {
      authorization: CLIENT_TOKEN,
      'unleash-appname': name,
      'unleash-instanceid': name,
      'unleash-sdk': name,
    };
    await (await fetch(service.url + FEATURES, { headers })).text();
    await deliveries(feature);
    const [row] = await service.sql<{ app_name: string; instance_id: string }>(
      `SELECT app_name, instance_id FROM sdk_connection`,
    );
    expect(row).toEqual({ app_name: 'a\ufffdb\ufffdc', instance_id: 'a\ufffdb\ufffdc' });
  });

  test('does not prevent the others from being stored if it is invalid', async () => {
    const feature = await service.given.feature();
    const connections = service.service.app.get(SdkConnections, { strict: false });
    const now = performance.now();
    const place = {
      environment: 'development',
      projects: null,
      hidden: [],
      tags: null,
      mode: 'polling' as const,
      horizon: '1:1:',
    };
    for (const [n, namePrefix] of ['', '\0', '', '\0', ''].entries()) {
      const sdk = {
        appName: 'poison',
        instanceId: `${n}`,
        connectionId: '',
        sdkVersion: null,
        pollSeconds: undefined,
      };
      connections.note({ ...place, namePrefix, sdk, at: now, until: now + 60_000 });
    }
    await deliveries(feature);
    const rows = await service.sql<{ instance_id: string }>(
      `SELECT instance_id FROM sdk_connection WHERE app_name = 'poison' ORDER BY 1`,
    );
    expect(rows.map((row) => row.instance_id)).toEqual(['0', '2', '4']);
    expect(connections.drain()).toEqual([]);
  });
});

test('a token leaves streams for others, and its place is free again when a connection has closed', async () => {
  const [mine, other] = [await clientToken(), await clientToken()];
  const streams = [await follow(mine), await follow(mine), await follow(mine)];
  const fourth = await follow(mine);
  expect([fourth.status, fourth.headers['retry-after']]).toEqual([429, '60']);
  expect((await follow(other)).status).toBe(200);
  streams[0]!.close();
  await eventually(
    async () => (await follow(mine)).status,
    (status) => status === 200,
  );
});

test('many queries share one limit of bytes for answers, past changes and views', async () => {
  const feature = await service.given.feature({
    enabledIn: ['development'],
    description: 'y'.repeat(9_000),
  });
  const prefixes = Array.from({ length: 10 }, (_, n) => feature.slice(0, n + 1));
  const ask = () =>
    Promise.all(
      prefixes.flatMap((prefix) => [
        admin().get(`${DELTA}?environment=development&namePrefix=${prefix}`).expect(200),
        admin().get(`${FEATURES}?environment=development&namePrefix=${prefix}`).expect(200),
      ]),
    );
  await ask();
  for (let n = 0; n < 6; n++) {
    await service.api.post(`${at(feature, 'development')}/${n % 2 ? 'on' : 'off'}`).expect(200);
    await ask();
  }
  expect(await figure('client_delta_views')).toBeGreaterThanOrEqual(prefixes.length);
  // All views remember the same change, whose bytes are stored once.
  expect(await figure('client_delta_log_bytes')).toBeGreaterThan(9_000 * 6);
  expect(await figure('client_delta_log_bytes')).toBeLessThan(9_000 * 6 * 3);
  const bytes = await figure('client_cache_bytes');
  expect(bytes).toBeGreaterThan(9_000);
  expect(bytes).toBeLessThanOrEqual(1024 * 1024);
});

test('past changes are forgotten beyond their limit, and who is behind gets everything', async () => {
  const feature = await service.given.feature({
    enabledIn: ['development'],
    description: 'z'.repeat(90_000),
  });
  const ask = (etag = '"none"') =>
    admin().get(`${DELTA}?environment=development`).set('If-None-Match', etag).expect(200);
  const first = (await ask()).headers['etag'];
  await service.given.feature();
  for (let n = 0; n < 15; n++) {
    await service.api.post(`${at(feature, 'development')}/${n % 2 ? 'on' : 'off'}`).expect(200);
    await ask();
  }
  expect(await figure('client_delta_log_bytes')).toBeLessThanOrEqual(1024 * 1024);
  expect((await ask(first)).body.events[0].type).toBe('hydration');
});
