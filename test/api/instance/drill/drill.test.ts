import { DRILL } from '../../../../src/serving/sdk-api/snapshot/snapshot.sql.js';
import { checksumOf } from '../../../../src/instance/instance-admin/statistics.service.js';
import { CLIENT_TOKEN, FRONTEND_TOKEN, TestService } from '../../../support/service.js';
import { type DrillStatus, drillStatus, untilDrilled } from '../../../support/drill.js';
import { eventually } from '../../../support/waiting.js';

/** The drill of the kill switch on one instance. */

let service: TestService;

beforeAll(async () => {
  service = await TestService.start({ DRILL_INTERVAL_SECONDS: '1' });
});
afterAll(() => service?.stop());

test('a drill reads a switch back in each way in which SDKs get features', async () => {
  const found = await untilDrilled(service, 2);
  expect(found).toMatchObject({
    enabled: true,
    intervalSeconds: 1,
    healthy: true,
    broken: [],
    milliseconds: expect.any(Number),
    p50: expect.any(Number),
    p99: expect.any(Number),
    lastSuccessAt: expect.any(String),
    budget: { objective: 0.999, withinMilliseconds: 1000 },
  });
  expect(found.instances).toEqual([
    {
      name: expect.stringContaining(':'),
      reportedAt: expect.any(String),
      snapshot: expect.any(Number),
      poll: expect.any(Number),
      stream: expect.any(Number),
      delta: expect.any(Number),
      ofrep: expect.any(Number),
    },
  ]);
});

test('an instance is awaited until the drill after its last sign of life, however rare they are', async () => {
  const slow = await service.beside({ DRILL_INTERVAL_SECONDS: '60' });
  try {
    const [row] = await eventually(
      () =>
        service.sql(
          `SELECT max(extract(epoch FROM expires_at - now()))::float8 AS seconds
             FROM sdk_instance WHERE environment = $1`,
          [DRILL],
        ) as Promise<{ seconds: number }[]>,
      ([found]) => found!.seconds > 25,
    );
    expect(row!.seconds).toBeGreaterThan(60 + 10);
  } finally {
    await slow.stop();
  }
});

/** What must not change by drills, with the checksum of the statistics without their time. */
async function seen(): Promise<object> {
  const { api } = service;
  const get = async (path: string): Promise<unknown> => (await api.get(path).expect(200)).body;
  const read = (await get('/api/admin/instance-admin/statistics')) as Record<string, unknown>;
  const statistics = { ...read, timestamp: undefined, sum: undefined };
  const sum = checksumOf(statistics);
  const sdks = await Promise.all(
    ['/api/client/features', '/api/client/delta', '/api/frontend'].map(async (path) => {
      const token = path.endsWith('frontend') ? FRONTEND_TOKEN : CLIENT_TOKEN;
      const { body, headers } = await api.as({ token }).get(path).expect(200);
      return [body, headers['etag']] as unknown;
    }),
  );
  const lists = await Promise.all(
    [
      '/api/admin/events',
      '/api/admin/search/features',
      '/api/admin/projects',
      '/api/admin/environments',
      '/api/admin/metrics/applications',
      '/api/admin/api-tokens',
      '/api/admin/archive/features',
    ].map(get),
  );
  return { statistics, sum, sdks, lists };
}

test('drills change nothing that SDKs, statistics, events, lists and exports show', async () => {
  await service.given.feature({ enabledIn: ['development'] });
  const exported = await service.api
    .post('/api/admin/features-batch/export', { environment: 'development', features: [] })
    .expect(200);
  expect(JSON.stringify(exported.body)).not.toMatch(/drill/i);
  await untilDrilled(service, 1);
  const before = await seen();
  await untilDrilled(service, 2);
  expect(await seen()).toEqual(before);
  expect(JSON.stringify(before)).not.toMatch(/drill/i);
});

test('drills leave no trace in tables of events, features, projects and SDKs', async () => {
  await untilDrilled(service, 1);
  const [found] = await service.sql<{ rows: number }>(`
    SELECT (SELECT count(*) FROM feature WHERE name = 'development' OR project = 'drill')
         + (SELECT count(*) FROM event WHERE data::text ~* 'drill' OR project ~* 'drill')
         + (SELECT count(*) FROM project WHERE id = 'drill')
         + (SELECT count(*) FROM sdk_connection) + (SELECT count(*) FROM denied_request) AS rows`);
  expect(Number(found!.rows)).toBe(0);
});

test('nobody can ask for the reserved features', async () => {
  const { api } = service;
  for (const environment of [':drill', 'drill']) {
    const { body } = await api.get(`/api/client/features?environment=${environment}`).expect(200);
    expect(JSON.stringify(body.features)).not.toContain('"project":"drill"');
  }
});

test('requests of the drill do not count as requests', async () => {
  await untilDrilled(service, 1);
  const { text } = await service.api.get('/internal-backstage/prometheus').expect(200);
  expect(text).not.toMatch(/http_request_duration_seconds_count\{[^}]*ofrep/);
  expect(text).toMatch(/^kill_switch_drill_p99_seconds [\d.]+$/m);
  expect(text).toMatch(/^kill_switch_drill_error_budget_left_ratio /m);
  expect(text).toMatch(/^kill_switch_drill_last_success_timestamp_seconds \d/m);
  expect(text).not.toMatch(/^kill_switch_drill_broken\{/m);
});

test('the readiness tells on request what the last drill found', async () => {
  await untilDrilled(service, 1);
  const { body } = await service.api.as({}).get('/ready?drill').expect(200);
  expect(body).toEqual({
    health: 'GOOD',
    drill: {
      healthy: true,
      lastSuccessAt: expect.any(String),
      p50: expect.any(Number),
      p99: expect.any(Number),
      broken: [],
      budgetLeft: expect.any(Number),
    },
  });
  expect((await service.api.as({}).get('/ready').expect(200)).body).toEqual({ health: 'GOOD' });
  const refused = await service.api.as({}).get('/ready?drill=no').expect(400);
  expect(refused.body.details[0].message).toBe('drill must be one of an empty text, true.');
});

test('an instance without drills says so', async () => {
  const beside = await service.beside();
  try {
    const found: DrillStatus = await drillStatus(beside);
    expect(found).toMatchObject({ enabled: false, intervalSeconds: 0 });
    expect((await beside.api.get('/ready?drill').expect(200)).body).toEqual({ health: 'GOOD' });
  } finally {
    await beside.stop();
  }
});
