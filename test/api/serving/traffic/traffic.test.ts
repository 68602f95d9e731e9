import { DeliveryWriter } from '../../../../src/serving/sdk-api/streaming/delivery-writer.js';
import { Traffic } from '../../../../src/serving/traffic/traffic.js';
import { somebody } from '../../../support/access.js';
import { unique } from '../../../support/given.js';
import { ServiceDate } from '../../../support/service-clock.js';
import { CLIENT_TOKEN, FRONTEND_TOKEN, TestService } from '../../../support/service.js';

let service: TestService;
let other: TestService;
beforeAll(async () => {
  service = await TestService.start();
  other = await service.beside();
});
beforeEach(async () => {
  await written();
  await service.sql('DELETE FROM traffic_day');
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  await other.stop();
  await service.stop();
});

const trafficOf = ({ service: { app } }: TestService): Traffic =>
  app.get(Traffic, { strict: false });
const deliveriesOf = ({ service: { app } }: TestService): DeliveryWriter =>
  app.get(DeliveryWriter, { strict: false });
const written = async (): Promise<void> => {
  for (const one of [service, other]) await trafficOf(one).write();
};
const day = (): string => new Date().toISOString().slice(0, 10);
const read = async (what: string, grouping = 'daily', from = day(), to = day()) =>
  (
    await service.api
      .get(`/api/admin/metrics/${what}?grouping=${grouping}&from=${from}&to=${to}`)
      .expect(200)
  ).body as { apiData: { apiPath: string; meteredGroup: string; dataPoints: Point[] }[] };
interface Point {
  period: string;
  trafficTypes: { group: string; count: number }[];
  connections: number;
}

/** The requests of an API by outcome. */
async function requestsOf(apiPath: string, ...range: string[]): Promise<Record<string, number>> {
  await written();
  const { apiData } = await read('traffic', ...range);
  const types = apiData.find((api) => api.apiPath === apiPath)?.dataPoints[0]?.trafficTypes ?? [];
  return Object.fromEntries(types.map(({ group, count }) => [group, count]));
}

async function connectionsOf(kind: string, ...range: string[]): Promise<number> {
  const { apiData } = await read('connection', ...range);
  return apiData.find(({ meteredGroup }) => meteredGroup === kind)?.dataPoints[0]?.connections ?? 0;
}

const poll = (one: TestService, headers: Record<string, string>, token = CLIENT_TOKEN) =>
  one.api.as({ token }).get('/api/client/features').set(headers);

test('requests and connections are CSV files on request', async () => {
  const csv = async (what: string) =>
    (
      await service.api
        .get(`/api/admin/metrics/${what}?grouping=monthly&from=${day()}&to=${day()}`)
        .set('Accept', 'text/csv')
        .expect(200)
        .expect('Content-Type', 'text/csv; charset=utf-8')
    ).text.split('\r\n');
  await service.sql(
    `INSERT INTO traffic_day (day, api_path, outcome, requests)
     VALUES ($1, '/api/client', 'successful-requests', 7)`,
    [day()],
  );
  const month = day().slice(0, 7);
  const requests = await csv('traffic');
  expect(requests[0]).toBe('period,apiPath,group,count');
  expect(requests).toContain(`${month},/api/client,successful-requests,7`);

  await withFresh(async (one) => {
    await poll(one, { 'unleash-appname': 'csv', 'unleash-connection-id': unique() }).expect(200);
    await deliveriesOf(one).write();
    await trafficOf(one).write();
  });
  const connections = await csv('connection');
  expect(connections[0]).toBe('period,meteredGroup,connections');
  expect(connections[1]).toBe(`${month},backend,1`);
});

test('requests are counted by API and outcome, with those of other instances', async () => {
  const headers = { 'unleash-appname': unique('app') };
  const { etag = '' } = (await poll(service, headers).expect(200)).headers;
  for (let n = 0; n < 3; n++)
    await poll(service, { ...headers, 'if-none-match': etag }).expect(304);
  await poll(other, headers).expect(200);
  await poll(other, headers, 'unknown').expect(401);
  await other.api.as({ token: FRONTEND_TOKEN }).get('/api/frontend').expect(200);
  await service.api.get('/health').expect(200);

  expect(await requestsOf('/api/client')).toEqual({
    'successful-requests': 5,
    'refused-requests': 1,
  });
  expect(await requestsOf('/api/frontend')).toEqual({ 'successful-requests': 1 });
  expect(await requestsOf('/api/client', 'monthly')).toMatchObject({ 'successful-requests': 5 });
  const { apiData } = await read('traffic');
  expect(apiData.map(({ apiPath }) => apiPath)).toEqual([
    '/api/admin',
    '/api/client',
    '/api/frontend',
  ]);
});

test('requests before midnight count for the day before', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await poll(service, {}).expect(200);
  const midnight = Date.parse(`${tomorrow}T00:00:01Z`);
  jest.spyOn(ServiceDate, 'now').mockReturnValue(midnight);
  await trafficOf(service).write();
  await service.api.as({ token: FRONTEND_TOKEN }).get('/api/frontend').expect(200);

  expect(await requestsOf('/api/client')).toEqual({ 'successful-requests': 1 });
  expect(await requestsOf('/api/frontend', 'daily', tomorrow, tomorrow)).toEqual({
    'successful-requests': 1,
  });
  jest.restoreAllMocks();
  await written();
});

test('requests are stored later when PostgreSQL fails', async () => {
  await service.sql('ALTER TABLE traffic_day RENAME TO traffic_gone');
  await poll(service, {}).expect(200);
  await trafficOf(service).write();
  await poll(service, {}).expect(200);
  await service.sql('ALTER TABLE traffic_gone RENAME TO traffic_day');

  expect(await requestsOf('/api/client')).toEqual({ 'successful-requests': 2 });
});

/** Runs a test with two instances that have seen no connection yet. */
async function withFresh(test: (one: TestService, two: TestService) => Promise<void>) {
  // What the services of other tests would add later.
  for (const one of [service, other]) await deliveriesOf(one).write();
  await written();
  await service.sql('DELETE FROM connection_sketch');
  const instances = [await service.beside(), await service.beside()] as const;
  try {
    await test(...instances);
  } finally {
    for (const one of instances) await one.stop();
  }
}

test('an SDK is one connection, whatever it asks and whichever instance serves it', () =>
  withFresh(async (service, other) => {
    const [one, two] = [unique('id'), unique('id')];
    const appName = unique('app');
    for (const each of [service, other, service]) {
      await poll(each, { 'unleash-appname': appName, 'unleash-connection-id': one }).expect(200);
      await poll(each, { 'unleash-appname': appName, 'unleash-instanceid': 'a' }).expect(200);
      await poll(each, { 'unleash-appname': appName, 'unleash-instanceid': 'b' }).expect(200);
    }
    const page = (headers: Record<string, string>) =>
      other.api.as({ token: FRONTEND_TOKEN }).get('/api/frontend').set(headers).expect(200);
    for (const id of [one, two, two]) await page({ 'unleash-connection-id': id });
    // Without an id, the token and the address tell them apart.
    for (let n = 0; n < 2; n++) await page({});
    await service.api.as({ token: CLIENT_TOKEN }).post('/ofrep/v1/evaluate/flags', {}).expect(200);

    for (const each of [service, other]) await deliveriesOf(each).write();
    for (const each of [service, other]) await trafficOf(each).write();
    expect(await connectionsOf('backend')).toBe(4);
    expect(await connectionsOf('frontend')).toBe(3);
  }));

test('what several instances and days saw is merged, with an error of a few per cent', () =>
  withFresh(async (service, other) => {
    const connect = (one: TestService, from: number, to: number): void => {
      for (let n = from; n < to; n++)
        trafficOf(one).connectedSdk({ connectionId: `sdk-${n}`, appName: '', instanceId: '' });
    };
    connect(service, 0, 6_000);
    connect(other, 4_000, 10_000);
    for (const one of [service, other]) await trafficOf(one).write();
    expect(Math.abs((await connectionsOf('backend')) / 10_000 - 1)).toBeLessThan(0.05);
    // Another day of the same month.
    await service.sql("UPDATE connection_sketch SET starts = date_trunc('month', starts)::date");
    connect(service, 8_000, 12_000);
    await trafficOf(service).write();

    expect(Math.abs((await connectionsOf('backend', 'monthly')) / 12_000 - 1)).toBeLessThan(0.05);
  }));

test('few connections are counted exactly, or nearly so', () =>
  withFresh(async (one) => {
    let seen = 0;
    for (const count of [1, 2, 10, 100]) {
      for (; seen < count; seen++)
        trafficOf(one).connectedSdk({ connectionId: `sdk-${seen}`, appName: '', instanceId: '' });
      await trafficOf(one).write();
      const found = await connectionsOf('backend');
      expect(Math.abs(found - count)).toBeLessThanOrEqual(count / 20);
    }
  }));

test('days that are older than five years are removed', async () => {
  await service.sql(
    `INSERT INTO traffic_day VALUES ('2001-01-01', '/api/admin', 'failed-requests', 1)`,
  );
  await service.sql(
    `INSERT INTO connection_sketch (period, starts, kind, registers)
     SELECT 'day', '2001-01-01', 'backend', array_fill(0::smallint, '{4096}')`,
  );
  await trafficOf(service).forget();

  expect(await service.sql("SELECT FROM traffic_day WHERE day < '2002-01-01'")).toEqual([]);
  expect(await service.sql("SELECT FROM connection_sketch WHERE starts < '2002-01-01'")).toEqual(
    [],
  );
});

test.each([
  ['grouping=hourly&from=2026-01-01&to=2026-01-02', 'grouping'],
  ['grouping=daily&from=2026-01-01', 'to'],
  ['grouping=daily&from=0000-01-01&to=0001-01-01', 'from'],
  ['grouping=daily&from=2026-02-31&to=2026-03-01', 'from'],
  ['grouping=daily&from=2026-02-02&to=2026-02-01', 'to'],
  ['grouping=daily&from=2025-01-01&to=2026-01-02', 'to'],
  ['grouping=monthly&from=2020-01-01&to=2026-01-02', 'to'],
])('%s is refused', async (query, name) => {
  for (const what of ['traffic', 'connection']) {
    const { body } = await service.api.get(`/api/admin/metrics/${what}?${query}`).expect(400);
    expect(body.details[0].path).toBe(`/query/${name}`);
  }
});

test('only administrators see the traffic', async () => {
  const { api } = await somebody(service, 'Editor');
  const query = `grouping=daily&from=${day()}&to=${day()}`;
  for (const what of ['traffic', 'connection'])
    await api.get(`/api/admin/metrics/${what}?${query}`).expect(403);
});
