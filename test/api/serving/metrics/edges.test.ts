import { Client } from 'pg';
import { FORGET } from '../../../../src/serving/metrics/edge/edge.sql.js';
import { somebody } from '../../../support/access.js';
import { unique } from '../../../support/given.js';
import { CLIENT_TOKEN, FRONTEND_TOKEN, TestService } from '../../../support/service.js';
import type { Body } from '../client/support.js';

let service: TestService;
beforeAll(async () => (service = await TestService.start()));
beforeEach(() => service.sql('DELETE FROM edge_instance'));
afterAll(() => service.stop());

const latency = (count: number) => ({ avg: 1.5, count, p99: 20 });
const edge = (properties: object = {}): Record<string, unknown> => ({
  identifier: unique('edge'),
  appName: 'unleash-edge',
  region: 'eu-west-1',
  edgeVersion: '20.1.0',
  processMetrics: { cpuUsage: 0.25, memoryUsage: 1024 },
  started: '2026-01-02T03:04:05.000Z',
  traffic: {
    get: { '/api/client/features': latency(10), '/api/frontend': latency(5) },
    post: { '/api/client/metrics': latency(3) },
    accessDenied: { '/api/frontend': latency(2) },
    cachedResponses: { '/api/client/features': latency(7) },
  },
  latencyUpstream: { features: latency(4), metrics: latency(1), edge: latency(1) },
  connectedStreamingClients: 12,
  connectedEdges: [],
  hosting: 'self-hosted',
  ...properties,
});
const report = (body: object, token = CLIENT_TOKEN) =>
  service.api.as({ token }).post('/api/client/metrics/edge', body);
const listed = async (query = ''): Promise<{ edges: Body[]; total: number }> =>
  (await service.api.get(`/api/admin/metrics/edges${query}`).expect(200)).body;

test('administrators see how edges are, as they last reported', async () => {
  const child = edge({ connectedEdges: [] });
  const one = edge({ connectedEdges: [child], apiKeyRevisionIds: [{ projects: ['hidden'] }] });
  await report({ ...one, edgeVersion: '19.0.0' }).expect(202);
  await report(one).expect(202);
  const { edges, total } = await listed();
  expect(total).toBe(2);
  const shown = edges.find(({ identifier }) => identifier === one['identifier']);
  expect(shown).toEqual({
    identifier: one['identifier'],
    environment: 'development',
    appName: 'unleash-edge',
    edgeVersion: '20.1.0',
    region: 'eu-west-1',
    hosting: 'self-hosted',
    upstream: null,
    started: '2026-01-02T03:04:05.000Z',
    reportedAt: expect.any(String),
    cpuUsage: 0.25,
    memoryUsage: 1024,
    connectedStreamingClients: 12,
    requests: { get: 15, post: 3, accessDenied: 2, cached: 7 },
    latencyUpstream: { features: latency(4), metrics: latency(1), edge: latency(1) },
  });
  expect(edges.find(({ identifier }) => identifier === child['identifier'])).toMatchObject({
    upstream: one['identifier'],
  });
  expect(JSON.stringify(edges)).not.toContain('hidden');
});

test('nobody else sees them, and only client tokens report', async () => {
  await (await somebody(service, 'Editor')).api.get('/api/admin/metrics/edges').expect(403);
  await report(edge(), FRONTEND_TOKEN).expect(403);
  await service.api.as({}).post('/api/client/metrics/edge', edge()).expect(401);
  expect((await listed()).total).toBe(0);
});

const nested = (depth: number): object =>
  edge(depth === 1 ? {} : { connectedEdges: [nested(depth - 1)] });

test.each([
  ['no identifier', edge({ identifier: '' })],
  ['a NUL character', edge({ appName: 'a\u0000b' })],
  ['a long identifier', edge({ identifier: 'x'.repeat(101) })],
  ['no start', edge({ started: 'soon' })],
  ['a text for traffic', edge({ traffic: 'much' })],
  ['a negative count', edge({ connectedStreamingClients: -1 })],
  ['a list of texts', edge({ connectedEdges: ['x'] })],
  ['101 edges', edge({ connectedEdges: Array.from({ length: 100 }, () => edge()) })],
  ['six edges in a row', nested(6)],
  ['a list', []],
])('%s is refused', async (_, body) => {
  await report(body).expect(400);
  expect((await listed()).total).toBe(0);
});

test('an edge that reports what others lack, or impossible times, is kept', async () => {
  const { identifier, appName, edgeVersion } = edge();
  await report({ identifier, appName, edgeVersion, started: -1e15 }).expect(202);
  await report(nested(5)).expect(202);
  const { edges } = await listed();
  expect(edges).toHaveLength(6);
  expect(edges.at(-1)).toMatchObject({ started: '1970-01-01T00:00:00.000Z', cpuUsage: null });
});

test('numbers of requests remain numbers, however large the reported ones are', async () => {
  const many = { '/a': latency(1e308), '/b': latency(1e308) };
  const traffic = { get: many, post: many, accessDenied: many, cachedResponses: many };
  await report(edge({ traffic })).expect(202);
  const largest = Number.MAX_SAFE_INTEGER;
  expect((await listed()).edges[0].requests).toEqual({
    get: largest,
    post: largest,
    accessDenied: largest,
    cached: largest,
  });
});

test('at most 1000 of an environment are kept, for a week, and lists have pages', async () => {
  const known = edge();
  await report(known).expect(202);
  await service.sql(
    `INSERT INTO edge_instance (environment, identifier, app_name, edge_version, started_at,
       reported_at, figures)
     SELECT environment, 'edge-' || n, 'x', '1', now(), now() - interval '8 days', figures
       FROM edge_instance, generate_series(1, 999) n`,
  );
  await report(edge()).expect(202);
  expect((await listed()).total).toBe(1000);
  await service.sql(`UPDATE edge_instance SET environment = 'other' WHERE app_name = 'x'`);
  await report(edge()).expect(202);
  expect((await listed()).total).toBe(1001);
  await report({ ...known, edgeVersion: '21.0.0' }).expect(202);
  const first = await listed('?limit=2');
  expect(first).toMatchObject({ total: 1001, edges: [{ edgeVersion: '21.0.0' }, {}] });
  const [, second] = (await listed('?limit=2&offset=1')).edges;
  expect(second.identifier).not.toBe(first.edges[1].identifier);
  await service.sql(FORGET.text);
  expect((await listed()).total).toBe(2);
});

test('reports of new edges at the same time do not exceed the limit', async () => {
  const known = edge();
  await report(known).expect(202);
  await service.sql(
    `INSERT INTO edge_instance (environment, identifier, app_name, edge_version, started_at,
       figures)
     SELECT environment, 'edge-' || n, 'x', '1', now(), figures
       FROM edge_instance, generate_series(1, 989) n`,
  );
  const reports = Array.from({ length: 8 }, () => edge({ connectedEdges: [edge(), edge()] }));
  const answers = await Promise.all(reports.map((body) => report(body)));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(202));
  expect((await listed()).total).toBe(1000);
  await report({ ...known, edgeVersion: '21.0.0', connectedEdges: [edge()] }).expect(202);
  expect(await listed('?limit=1')).toMatchObject({
    total: 1000,
    edges: [{ edgeVersion: '21.0.0' }],
  });
});

test('a report of a known edge does not wait for reports of new ones', async () => {
  const known = edge();
  await report(known).expect(202);
  const other = new Client({ connectionString: service.databaseUrl });
  await other.connect();
  try {
    await other.query(`SELECT pg_advisory_lock(hashtextextended('edges of development', 0))`);
    const waiting = report(edge()).then(({ status }) => status);
    await service.untilBlocked();
    await report({ ...known, edgeVersion: '21.0.0' }).expect(202);
    expect((await listed()).edges).toMatchObject([{ edgeVersion: '21.0.0' }]);
    await other.query('SELECT pg_advisory_unlock_all()');
    expect(await waiting).toBe(202);
  } finally {
    await other.end();
  }
  expect((await listed()).total).toBe(2);
});
