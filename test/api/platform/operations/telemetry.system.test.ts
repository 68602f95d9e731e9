import { at } from '../../../support/api.js';
import { type Attributes, Collector, type ReceivedSpan } from '../../../support/collector.js';
import { createTestDatabase } from '../../../support/database.js';
import { ADMIN_TOKEN, TestService } from '../../../support/service.js';
import { Receiver } from '../../../support/receiver.js';
import { until } from '../../../support/waiting.js';

const OFF = '/api/admin/projects/:projectId/features/:featureName/environments/:environment/off';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const QUICKLY = { OTEL_BSP_SCHEDULE_DELAY: '10', OTEL_METRIC_EXPORT_INTERVAL: '100' };

let collector: Collector;
let receiver: Receiver;
let service: TestService;
let log = '';

/** Starts a service that exports to the collector. */
async function exporting(environment: NodeJS.ProcessEnv = {}): Promise<TestService> {
  const output = { write: (text: string): void => void (log += text) };
  const database = await createTestDatabase();
  const variables = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    LOG_LEVEL: 'debug',
    WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true',
    ...QUICKLY,
    ...environment,
  };
  return TestService.on(database.url, () => database.drop(), variables, { output });
}

beforeAll(async () => {
  collector = await Collector.start();
  receiver = await Receiver.start();
  service = await exporting({
    OTEL_SERVICE_NAME: 'flags-of-the-test',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=tests%20here,team=a',
  });
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
  await collector.stop();
});

const named =
  (name: string, others: Partial<ReceivedSpan> = {}) =>
  (span: ReceivedSpan): boolean =>
    span.name === name &&
    Object.entries(others).every(([key, value]) => span[key as keyof ReceivedSpan] === value);

/** The request that continues a trace, and the statements below it. */
async function traceOf(traceId: string): Promise<{ request: ReceivedSpan; below: ReceivedSpan[] }> {
  const request = await collector.span((one) => one.traceId === traceId && one.kind === 'server');
  const below = collector.spans.filter((one) => one.parentId === request.spanId);
  return { request, below };
}

let traces = 0;
const newTrace = (): string => (++traces).toString(16).padStart(32, 'a');
const parentOf = (traceId: string, flags = '01'): string => `00-${traceId}-${PARENT}-${flags}`;

describe('a request that is traced', () => {
  test('is a span by its route, with its named statements, within the trace of the caller', async () => {
    const feature = await service.given.feature({ enabledIn: ['production'] });
    await service.api
      .post(`${at(feature, 'production')}/off`)
      .set('traceparent', parentOf(TRACE))
      .expect(200);
    const { request, below } = await traceOf(TRACE);
    expect(request).toMatchObject({
      name: `POST ${OFF}`,
      parentId: PARENT,
      isError: false,
      attributes: {
        'http.request.method': 'POST',
        'http.route': OFF,
        'http.response.status_code': 200,
        'network.protocol.version': '1.1',
      },
      resource: {
        'service.name': 'flags-of-the-test',
        'service.version': expect.any(String),
        'service.instance.id': expect.any(String),
        'deployment.environment.name': 'tests here',
        team: 'a',
        'telemetry.sdk.name': 'opentelemetry',
      },
    });
    const names = below.map(({ name }) => name);
    expect(names).toContainEqual(
      expect.stringMatching(/^feature-switch\.(switch-off|switch-batch)$/),
    );
    expect(names).toContainEqual(expect.stringMatching(/^feature\.read-features?$/));
    expect(below.find(({ name }) => /switch/.test(name))).toMatchObject({
      kind: 'client',
      traceId: TRACE,
      attributes: {
        'db.system.name': 'postgresql',
        'db.query.summary': expect.stringMatching(/^feature-switch\.(switch-off|switch-batch)$/),
        'db.namespace': new URL(service.databaseUrl).pathname.slice(1),
        'db.response.returned_rows': 1,
        'server.address': expect.any(String),
        'server.port': expect.any(Number),
      },
    });
  });

  test('has its switch and its read among its statements when others switch at the same time', async () => {
    const traceIds: string[] = [];
    const features: string[] = [];
    for (let n = 0; n < 12; n++) {
      traceIds.push(newTrace());
      features.push(await service.given.feature({ enabledIn: ['production'] }));
      await service.api.get(at(features[n]!)).expect(200);
    }
    await Promise.all(
      traceIds.map((traceId, n) =>
        service.api
          .post(`${at(features[n]!, 'production')}/off`)
          .set('traceparent', parentOf(traceId))
          .expect(200),
      ),
    );
    for (const traceId of traceIds) {
      const { below } = await traceOf(traceId);
      const names = below.map(({ name }) => name).join(' ');
      expect(names.match(/feature-switch\.switch-batch|feature-switch\.switch-off/g)).toHaveLength(
        1,
      );
      expect(names.match(/feature\.read-features?/g)).toHaveLength(1);
      expect(below.every((span) => span.traceId === traceId)).toBe(true);
    }
  });

  test('has spans for the statements of a transaction, also of repositories, without values', async () => {
    const [traceId, name] = [newTrace(), 'feature-whose-name-is-a-value'];
    await service.api
      .post('/api/admin/projects/default/features', { name, description: 'described-by-a-value' })
      .set('traceparent', parentOf(traceId))
      .expect(201);
    const { below } = await traceOf(traceId);
    const names = below.map((one) => one.name);
    expect(names).toEqual(expect.arrayContaining(['START', 'recording.record', 'COMMIT']));
    expect(names.filter((one) => !/^([a-z0-9-]+\.[a-z0-9-]+|[A-Z]+( \w+)?)$/.test(one))).toEqual(
      [],
    );
    const recorded = JSON.stringify(collector.spans);
    expect(recorded).not.toContain('-a-value');
    expect(recorded).not.toContain(ADMIN_TOKEN.split('.')[1]);
  });

  test('that finds nothing is no error; one without a route has the method as its name', async () => {
    const [missing, unknown] = [newTrace(), newTrace()];
    await service.api.get(at('missing')).set('traceparent', parentOf(missing)).expect(404);
    const headers = { traceparent: parentOf(unknown) };
    await fetch(`${service.url}/api/secret-in-a-path?key=secret-in-a-query`, { headers });
    expect((await traceOf(missing)).request).toMatchObject({
      isError: false,
      attributes: { 'http.response.status_code': 404 },
    });
    expect((await traceOf(unknown)).request).toMatchObject({ name: 'GET' });
    expect(JSON.stringify(collector.spans)).not.toContain('secret-in-a');
  });

  test('ends when its stream begins', async () => {
    const traceId = newTrace();
    const stopping = new AbortController();
    const headers = { authorization: ADMIN_TOKEN, traceparent: parentOf(traceId) };
    const options = { headers, signal: stopping.signal };
    await fetch(`${service.url}/api/admin/events/stream`, options);
    const { request } = await traceOf(traceId);
    expect(request.attributes).toMatchObject({ 'http.response.status_code': 200 });
    stopping.abort();
  });

  test.each([
    ['of zeros', `00-${'0'.repeat(32)}-${PARENT}-01`],
    ['too short', '00-abc-def-01'],
    ['with other characters', `00-${'z'.repeat(32)}-${PARENT}-01`],
    ['of a forbidden version', `ff-${TRACE}-${PARENT}-01`],
    ['twice', `${parentOf(TRACE)}, ${parentOf(TRACE)}`],
    ['very long', `${parentOf(TRACE)}-${'a'.repeat(8_000)}`],
    ['as code', "'; DROP TABLE feature; --"],
  ])('has a new trace if its traceparent is hostile: %s', async (_, traceparent) => {
    const before = new Set(collector.spans);
    await service.api.get('/api/admin/tag-types').set('traceparent', traceparent).expect(200);
    const span = await collector.span(
      (one) => !before.has(one) && one.name === 'GET /api/admin/tag-types',
    );
    expect(span.traceId).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
    expect(span).toMatchObject({ parentId: '' });
    expect(span.traceId).not.toBe(TRACE);
  });

  test('is not recorded if its caller does not record it', async () => {
    const [unrecorded, recorded] = [newTrace(), newTrace()];
    const list = (traceparent: string): Promise<unknown> =>
      service.api.get('/api/admin/tags').set('traceparent', traceparent).expect(200);
    await list(parentOf(unrecorded, '00'));
    await list(parentOf(recorded));
    await traceOf(recorded);
    expect(collector.spans.filter(({ traceId }) => traceId === unrecorded)).toEqual([]);
  });
});

test('lines of the log have the ids of the trace', async () => {
  const traceId = newTrace();
  await service.api.get(at('missing')).set('traceparent', parentOf(traceId)).expect(404);
  const { request } = await traceOf(traceId);
  const lines = log
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'Answered.', trace_id: traceId, span_id: request.spanId }),
  );
  expect(lines.find(({ msg }) => String(msg).startsWith('Listening'))).not.toHaveProperty(
    'trace_id',
  );
});

/**
 * Creates a webhook for new features.
 * @returns Its id.
 */
async function givenWebhook(path: string, headers: object = {}): Promise<number> {
  const parameters = { url: receiver.url + path, customHeaders: JSON.stringify(headers) };
  const addon = { provider: 'webhook', enabled: true, events: ['feature-created'], parameters };
  return (await service.api.post('/api/admin/addons', addon).expect(201)).body.id;
}

test('webhooks carry a traceparent, and their custom headers cannot replace it', async () => {
  const id = await givenWebhook('/hook/secret-of-the-hook', { traceparent: parentOf(TRACE) });
  await service.given.feature();
  const [received] = await receiver.until(1, '/hook/secret-of-the-hook');
  const [, traceId, spanId] = /^00-(\w{32})-(\w{16})-01$/.exec(
    String(received!.headers['traceparent']),
  )!;
  expect(traceId).not.toBe(TRACE);
  const span = await collector.span(named('POST', { kind: 'client', spanId: spanId! }));
  expect(span).toMatchObject({
    traceId,
    parentId: '',
    isError: false,
    attributes: {
      'http.response.status_code': 200,
      'server.address': '127.0.0.1',
      'server.port': receiver.port,
    },
  });
  expect(JSON.stringify(collector.spans)).not.toContain('secret-of-the-hook');
  await service.api.delete(`/api/admin/addons/${id}`).expect(200);
});

describe('metrics that are exported', () => {
  const series = async (name: string, attributes: Attributes = {}) => {
    const is = (one: (typeof collector.series)[number]): boolean =>
      one.name === name &&
      Object.entries(attributes).every(([key, value]) => one.attributes[key] === value);
    await until(() => collector.series.some(is));
    return collector.series.findLast(is)!;
  };

  test('have the durations of requests by route, as a histogram of the conventions', async () => {
    collector.series = [];
    const found = await series('http.server.request.duration', { 'http.route': OFF });
    expect(found).toMatchObject({
      unit: 's',
      type: 'histogram',
      attributes: { 'http.request.method': 'POST', 'http.response.status_code': 200 },
      resource: { 'service.name': 'flags-of-the-test' },
    });
    const { boundaries, counts } = found.buckets!;
    expect(counts).toHaveLength(boundaries.length + 1);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(found.value);
    expect(found.value).toBeGreaterThan(0);
  });

  test.each([
    ['database_class_connections', 'gauge', ''],
    ['database_horizon_age_seconds', 'gauge', 's'],
    ['client_streams', 'gauge', ''],
    ['webhook_lag_seconds', 'gauge', 's'],
    ['schedule_lag_seconds', 'gauge', 's'],
    ['process_cpu_seconds_total', 'sum', 's'],
    ['background_job_rounds_total', 'sum', ''],
  ])('have %s', async (name, type, unit) => {
    expect(await series(name)).toMatchObject({ type, unit });
  });

  test('count the exported spans', async () => {
    await until(
      async () => (await series('telemetry_spans_total', { outcome: 'exported' })).value > 0,
    );
  });
});

describe('a collector that does not work', () => {
  const outcomes = async (one: TestService): Promise<Record<string, number>> => {
    const { text } = await one.api.get('/internal-backstage/prometheus').expect(200);
    const found = text.matchAll(/^telemetry_spans_total\{outcome="(\w+)"\} (\d+)$/gm);
    return Object.fromEntries([...found].map(([, name, value]) => [name, Number(value)]));
  };

  test('delays no request; spans are dropped and counted, and the stop is bounded', async () => {
    await service.stop();
    const silent = await Collector.start();
    silent.status = 'never';
    service = await exporting({
      OTEL_EXPORTER_OTLP_ENDPOINT: silent.url,
      OTEL_BSP_MAX_QUEUE_SIZE: '20',
      OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '10',
    });
    const feature = await service.given.feature({ enabledIn: ['production'] });
    const times: number[] = [];
    for (let n = 0; n < 20; n++) {
      const began = performance.now();
      await service.api.post(`${at(feature, 'production')}/${n % 2 ? 'on' : 'off'}`).expect(200);
      times.push(performance.now() - began);
    }
    expect(Math.min(...times)).toBeLessThan(250);
    const { dropped, exported } = await outcomes(service);
    expect(exported).toBe(0);
    expect(dropped).toBeGreaterThan(20);
    const began = performance.now();
    await service.stop();
    expect(performance.now() - began).toBeLessThan(6_000);
    service = await exporting();
    await silent.stop();
  });

  test('is told once in the log, and used again when it answers', async () => {
    log = '';
    collector.status = 400;
    await service.api.get('/api/admin/tags').expect(200);
    await until(async () => (await outcomes(service))['failed']! > 0);
    await service.api.get('/api/admin/tags').expect(200);
    collector.status = 200;
    await until(() => log.includes('accepts spans again'));
    expect(log.split('does not accept spans')).toHaveLength(2);
  });
});

test('remaining spans are exported when the service stops', async () => {
  await service.stop();
  service = await exporting({ OTEL_BSP_SCHEDULE_DELAY: '600000' });
  const traceId = newTrace();
  await service.api.get('/api/admin/tags').set('traceparent', parentOf(traceId)).expect(200);
  await service.stop();
  expect(collector.spans.some((span) => span.traceId === traceId)).toBe(true);

  log = '';
  service = await exporting({ OTEL_EXPORTER_OTLP_ENDPOINT: '' });
});

test('without a collector no ids are in the log, and no header is sent', async () => {
  const traceId = newTrace();
  await service.api.get(at('missing')).set('traceparent', parentOf(traceId)).expect(404);
  await givenWebhook('/hook/untraced');
  await service.given.feature();
  const [received] = await receiver.until(1, '/hook/untraced');
  expect(received!.headers).not.toHaveProperty('traceparent');
  expect(log).toContain('Answered.');
  expect(log).not.toContain('trace_id');
});
