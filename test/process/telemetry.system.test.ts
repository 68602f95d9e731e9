import { Collector } from '../support/collector.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { until } from '../support/waiting.js';
import { RunningService } from './running-service.js';

/** Prints at exit which OpenTelemetry packages were loaded. */
const TELL = `
  import { createRequire } from 'node:module';
  const { cache } = createRequire('/');
  process.on('exit', () => {
    const found = Object.keys(cache).map((file) => /@opentelemetry.([^/]+)/.exec(file)?.[1]);
    console.log('LOADED:' + [...new Set(found)].filter(Boolean).sort().join());
  });`;
const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(TELL)}`;

let database: TestDatabase;
let collector: Collector;
beforeAll(async () => {
  database = await createTestDatabase();
  collector = await Collector.start();
});
afterAll(async () => {
  await collector.stop();
  await database.drop();
});

/** Runs the service, stops it, and returns which packages it has loaded. */
async function loadedBy(
  environment: NodeJS.ProcessEnv,
  meanwhile?: () => Promise<void>,
): Promise<string[]> {
  const service = await RunningService.start('unused', {
    DATABASE_URL: database.url,
    NODE_OPTIONS,
    ...environment,
  });
  await meanwhile?.();
  service.kill('SIGTERM');
  expect(await service.ended).toEqual({ code: 0, signal: null });
  return /LOADED:(.*)/.exec(service.output())![1]!.split(',');
}

test('without a collector nothing of OpenTelemetry is loaded but what prom-client loads', async () => {
  expect(await loadedBy({ OTEL_SERVICE_NAME: 'flags' })).toEqual(['api']);
  expect(
    await loadedBy({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SDK_DISABLED: 'true' }),
  ).toEqual(['api']);
  expect(collector.requests).toEqual([]);
});

test('with a collector, the variables of the exporters apply', async () => {
  const loaded = await loadedBy(
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-test',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-signal=traces',
      OTEL_BSP_SCHEDULE_DELAY: '10',
    },
    () => until(() => collector.spans.length > 0),
  );
  expect(loaded).toEqual(expect.arrayContaining(['sdk-trace', 'sdk-metrics']));
  const at = (path: string) => collector.requests.find((request) => request.path === path)!.headers;
  expect(at('/v1/traces')).toMatchObject({
    authorization: 'Bearer of-the-test',
    'x-signal': 'traces',
  });
  // Metrics are exported when the service stops.
  expect(at('/v1/metrics')).toMatchObject({ authorization: 'Bearer of-the-test' });
  expect(collector.series.some(({ name }) => name === 'process_start_time_seconds')).toBe(true);
});
