import { DataSource } from 'typeorm';
import { BackgroundJobs } from '../../../../src/platform/database/jobs/background-jobs.js';
import { EmbeddedDatabaseStatus } from '../../../../src/platform/database/embedded/embedded-database.module.js';
import { UsageWriter } from '../../../../src/serving/metrics/writing/usage-writer.js';
import { at } from '../../../support/api.js';
import { CLIENT_TOKEN, TestService } from '../../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ PROMETHEUS_NAMES: 'true' });
});
afterAll(() => service.stop());

const figures = async (): Promise<string> =>
  (await service.api.as().get('/internal-backstage/prometheus').expect(200)).text;

test('health and readiness are told to everybody, whatever token comes along', async () => {
  for (const who of [{}, { token: CLIENT_TOKEN }, { token: 'unknown' }]) {
    expect((await service.api.as(who).get('/health').expect(200)).body).toEqual({ health: 'GOOD' });
    expect((await service.api.as(who).get('/ready').expect(200)).body).toEqual({ health: 'GOOD' });
  }
});

test('the address of the page in the reference leads to the documentation', async () => {
  for (const path of ['/docs/openapi', '/docs/openapi/']) {
    const { headers } = await service.api.get(path).expect(302);
    expect(headers['location']).toBe('/docs');
  }
});

test('the root leads to the documentation', async () => {
  const { headers } = await service.api.as().get('/').expect(302);

  expect(headers['location']).toBe('/docs');
});

test('requests are measured by the template of their route', async () => {
  const feature = await service.given.feature();
  await service.api.get(at(feature)).expect(200);
  await service.api.get(at('no-such-feature')).expect(404);
  await service.api.get('/api/admin/no/such/path?secret=1').expect(404);

  const text = await figures();

  const route = '/api/admin/projects/:projectId/features/:featureName';
  expect(text).toContain(
    `http_request_duration_seconds_count{method="GET",route="${route}",status="200"} 1`,
  );
  expect(text).toContain(
    `http_request_duration_seconds_count{method="GET",route="${route}",status="404"} 1`,
  );
  expect(text).toContain(
    'http_request_duration_seconds_count{method="GET",route="unknown",status="404"} 1',
  );
  expect(text).not.toMatch(/secret|no-such-feature/);
});

test('durations of one route agree: buckets add up, and quantiles rise to the longest', async () => {
  for (let n = 0; n < 20; n++) await service.api.get('/api/admin/tag-types').expect(200);

  const lines = (await figures()).split('\n').filter((line) => line.includes('/tag-types"'));
  const valuesOf = (start: string) =>
    lines.filter((line) => line.startsWith(start)).map((line) => Number(line.split(' ').at(-1)));
  const [seconds, milliseconds] = ['seconds', 'milliseconds'].map((unit) => ({
    of: (part: string) => valuesOf(`http_request_duration_${unit}${part}{`),
  }));
  const buckets = seconds!.of('_bucket');
  expect(buckets).toHaveLength(13);
  expect(buckets).toEqual([...buckets].sort((one, other) => one - other));
  expect([buckets.at(-1), ...seconds!.of('_count'), ...milliseconds!.of('_count')]).toEqual([
    20, 20, 20,
  ]);
  expect(milliseconds!.of('_sum')[0]).toBeCloseTo(1000 * seconds!.of('_sum')[0]!, 6);
  const quantiles = milliseconds!.of('');
  expect(quantiles).toHaveLength(5);
  expect(quantiles).toEqual([...quantiles].sort((one, other) => one - other));
  expect(quantiles[0]).toBeGreaterThan(0);
  expect(quantiles.at(-1)).toBeLessThanOrEqual(1.02 * milliseconds!.of('_sum')[0]!);
});

test('all series of a metric stand together, below one description', async () => {
  const feature = await service.given.feature();
  await service.api.get(at(feature)).expect(200);
  await service.api.get('/api/admin/projects').expect(200);

  const text = await figures();

  const names = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name!);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(
    expect.arrayContaining(['http_request_duration_seconds', 'http_request_duration_milliseconds']),
  );
  const metricOfLine = text
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => /^\w+/.exec(line)![0].replace(/_(bucket|sum|count)$/, ''));
  const runs = metricOfLine.filter((name, n) => name !== metricOfLine[n - 1]);
  expect(new Set(runs).size).toBe(runs.length);
});

test('figures tell of each background job: when it ran, for how long, and how often it failed', async () => {
  await service.service.app.get(UsageWriter, { strict: false }).write();

  const text = await figures();

  expect(text).toMatch(/^background_job_rounds_total\{job="usage",outcome="success"\} [1-9]\d*$/m);
  expect(text).toMatch(/^background_job_rounds_total\{job="usage",outcome="failure"\} 0$/m);
  expect(text).toMatch(/^background_job_last_run_timestamp_seconds\{job="usage"\} 1\d{9}/m);
  expect(text).toMatch(/^background_job_last_duration_seconds\{job="usage"\} [\d.e-]+$/m);
  const jobs = new Set(
    [...text.matchAll(/^background_job_rounds_total\{job="([^"]+)"/gm)].map(([, job]) => job),
  );
  expect([...jobs].sort()).toEqual([
    'access-expiry',
    'attempt-cleanup',
    'caller-review',
    'change-request-retention',
    'change-requests',
    'change-requests-off',
    'count-verification',
    'denied-requests',
    'denied-requests-sent',
    'edge-cleanup',
    'event-months',
    'event-retention',
    'event-sealing',
    'event-tally',
    'feature-counts',
    'feature-safeguards',
    'idempotency-keys',
    'insights',
    'live-settings',
    'login-failure-cleanup',
    'notification-mails',
    'release-plan-progression',
    'release-plan-safeguards',
    'safeguard-queries',
    'safeguard-samples',
    'schedule-retention',
    'schedules',
    'schedules-off',
    'sdk-deliveries',
    'sdk-delivery-cleanup',
    'sdk-instance',
    'session-activity',
    'session-cleanup',
    'snapshot-refresh',
    'stale-features',
    'stream-check',
    'stream-heartbeat',
    'table-statistics',
    'token-use',
    'traffic',
    'traffic-cleanup',
    'usage',
    'usage-days',
    'webhooks',
    'witness-lag',
  ]);
});

test('figures tell of the process, the pool and the version', async () => {
  const text = await figures();

  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  expect(text).toMatch(/^database_pool_connections\{state="(idle|used)"\} \d+$/m);
  expect(text).toMatch(/^database_pool_waiting 0$/m);
  for (const name of ['hot', 'snapshot', 'general', 'longRead', 'background']) {
    for (const state of ['used', 'idle', 'max'])
      expect(text).toMatch(
        new RegExp(`^database_class_connections\\{class="${name}",state="${state}"\\} \\d+$`, 'm'),
      );
    expect(text).toContain(`database_class_connections{class="${name}",state="waiting"} 0`);
    expect(text).toContain(`database_class_refused_total{class="${name}"} 0`);
  }
  expect(text).toMatch(/^app_info\{version="\d+\.\d+\.\d+"\} 1$/m);
});

test('without a database the service is alive but not ready, and its metrics say so', async () => {
  const cut = await TestService.start();
  const source = cut.service.app.get(DataSource);
  const { master } = source.driver as unknown as { master: { query: unknown; connect: unknown } };
  const { query, connect } = master;
  master.query = master.connect = () =>
    Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
  try {
    const { body } = await cut.api.as().get('/ready').expect(503);
    await cut.api.as().get('/health').expect(200);
    await cut.api.post(`${at('any', 'production')}/off`).expect(503);
    const { text } = await cut.api.as().get('/internal-backstage/prometheus').expect(200);

    expect(body.name).toBe('DatabaseUnavailableError');
    expect(text).toContain('database_errors_total{code="ECONNREFUSED"} 2');
  } finally {
    Object.assign(master, { query, connect });
    await cut.stop();
  }
});

test('while the embedded database is being restarted, readiness says so and since when, and health does not', async () => {
  const current = jest.spyOn(service.service.app.get(EmbeddedDatabaseStatus), 'current', 'get');
  const since = new Date('2026-01-01T12:00:00Z');
  try {
    current.mockReturnValue({ state: 'restarting', restarts: 3, since });
    const { body } = await service.api.as().get('/ready').expect(503);
    await service.api.as().get('/health').expect(200);
    current.mockReturnValue({ state: 'running', restarts: 4, since });
    const ready = await service.api.as().get('/ready').expect(200);

    expect(body.name).toBe('DatabaseUnavailableError');
    expect(body.message).toContain('restarting since 2026-01-01T12:00:00.000Z');
    expect(ready.body).toEqual({
      health: 'GOOD',
      embeddedDatabase: { state: 'running', restarts: 4, since: since.toISOString() },
    });
  } finally {
    current.mockRestore();
  }
});

test('in production, a misspelt setting is logged, and readiness warns of the embedded database', async () => {
  const lines: string[] = [];
  const other = await TestService.on(
    service.databaseUrl,
    async () => {},
    { NODE_ENV: 'production', DATABASE_POOL: '5', LOG_LEVEL: 'warn' },
    { output: { write: (line) => lines.push(line) } },
  );
  const current = jest.spyOn(other.service.app.get(EmbeddedDatabaseStatus), 'current', 'get');
  try {
    current.mockReturnValue({ state: 'running', restarts: 0, since: new Date() });
    const { body } = await other.api.as().get('/ready').expect(200);
    expect(body.embeddedDatabase.warning).toContain('set DATABASE_URL');
    expect(lines.join('')).toContain('The nearest name is DATABASE_POOL_MAX.');
  } finally {
    current.mockRestore();
    await other.stop();
  }
});

describe('below a path', () => {
  test('everything is there and nothing beside it', async () => {
    const below = await TestService.start({ BASE_URI_PATH: '/flags' });
    try {
      await below.api.as().get('/flags/health').expect(200);
      expect((await fetch(`${below.url}/health`)).status).toBe(404);
      const { headers } = await below.api.as().get('/flags').expect(302);
      expect(headers['location']).toBe('/flags/docs');
    } finally {
      await below.stop();
    }
  });
});

test('figures name no feature and no project unless they are to', async () => {
  const quiet = await TestService.start();
  try {
    const feature = await quiet.given.feature({ enabledIn: ['production'] });
    const { text } = await quiet.api.as().get('/internal-backstage/prometheus').expect(200);
    expect(text).toContain('feature_toggle_update_total{toggle="other",project="other"');
    expect(text).not.toContain(feature);
  } finally {
    await quiet.stop();
  }
});

test('figures have the names that dashboards of the reference use', async () => {
  const feature = await service.given.feature({ enabledIn: ['production'] });
  const sdk = service.api.as({ token: CLIENT_TOKEN });
  const usage = { [feature]: { yes: 2, no: 1 } };
  const bucket = { start: new Date(), stop: new Date(), toggles: usage };
  await sdk.post('/api/client/metrics', { appName: 'shop', bucket }).expect(202);
  const text = await figures();
  const { body } = await service.api.get('/api/admin/instance-admin/statistics').expect(200);
  expect(text).toMatch(new RegExp(`^feature_toggles_total\\{version="[^"]+"\\} \\d+$`, 'm'));
  expect(text).toContain(`users_total ${body.users}\n`);
  expect(text).toContain(`environments_total ${body.environments}\n`);
  expect(text).toContain(`api_tokens_total{type="client"} ${body.apiTokens.client}\n`);
  expect(text).toMatch(/^http_request_duration_milliseconds_count\{.*path="/m);
  const used = `toggle="${feature}",appName="shop"`;
  expect(text).toContain(`feature_toggle_usage_total{${used},active="true"} 2`);
  expect(text).toContain(`feature_toggle_usage_total{${used},active="false"} 1`);
  expect(text).toMatch(
    new RegExp(`feature_toggle_update_total\\{toggle="${feature}",.*action="feature-created"\\} 1`),
  );
  expect(text).toContain('rate_limits{endpoint="/auth/simple",method="POST"} ');
  expect(text).toContain('resource_limit{resource="constraintValues"} 250\n');
  for (const name of ['projects_total', 'client_apps_total', 'db_pool_used', 'users_active_7'])
    expect(text).toContain(`# TYPE ${name} gauge`);
});

test('figures summarize how long each background job takes under the name of the reference', async () => {
  const jobs = service.service.app.get(BackgroundJobs);
  await jobs.add({ name: 'measured', everyMs: 60_000, run: async () => {} }).runNow();
  const text = await figures();
  expect(text).toContain('scheduler_duration_seconds_count{jobId="measured"} 1\n');
  expect(text).toMatch(
    /^scheduler_duration_seconds\{quantile="0.99",jobId="measured"\} [\d.e-]+$/m,
  );
});
