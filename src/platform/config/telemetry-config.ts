import { randomUUID } from 'node:crypto';
import type { TelemetryConfig } from './config.js';
import type { Reader } from './read-environment.js';

const HOUR_MS = 3_600_000;
const SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;

/**
 * Reads the standard variables of OpenTelemetry. Its exporters read their headers, time limits,
 * compression and certificates themselves.
 * @returns undefined without a collector.
 */
export function telemetry(read: Reader): TelemetryConfig | undefined {
  const endpoint = urlOf(read, 'OTEL_EXPORTER_OTLP_ENDPOINT');
  read.oneOf('OTEL_EXPORTER_OTLP_PROTOCOL', 'http/protobuf', ['http/protobuf']);
  const isDisabled = read.flag('OTEL_SDK_DISABLED', false);
  const config = {
    tracesUrl: signalUrl(read, endpoint, 'TRACES'),
    metricsUrl: signalUrl(read, endpoint, 'METRICS'),
    resource: resourceOf(read),
    sampler: samplerOf(read),
    spans: {
      maxQueue: read.whole('OTEL_BSP_MAX_QUEUE_SIZE', 2_048, { min: 1, max: 100_000 }),
      maxBatch: read.whole('OTEL_BSP_MAX_EXPORT_BATCH_SIZE', 512, { min: 1, max: 10_000 }),
      delayMs: read.whole('OTEL_BSP_SCHEDULE_DELAY', 5_000, { min: 10, max: HOUR_MS }),
      timeoutMs: read.whole('OTEL_BSP_EXPORT_TIMEOUT', 30_000, { min: 10, max: HOUR_MS }),
    },
    metrics: {
      intervalMs: read.whole('OTEL_METRIC_EXPORT_INTERVAL', 60_000, { min: 100, max: HOUR_MS }),
      timeoutMs: read.whole('OTEL_METRIC_EXPORT_TIMEOUT', 30_000, { min: 10, max: HOUR_MS }),
    },
  };
  return endpoint === undefined || isDisabled ? undefined : config;
}

function urlOf(read: Reader, name: string): string | undefined {
  const wanted = 'an http(s) address like http://collector:4318';
  return read.matching(name, undefined, /^https?:\/\/[^\s?#]+$/, wanted)?.replace(/\/+$/, '');
}

/** Where a signal is sent; undefined for nowhere. */
function signalUrl(
  read: Reader,
  endpoint: string | undefined,
  signal: 'TRACES' | 'METRICS',
): string | undefined {
  const url = urlOf(read, `OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`);
  if (read.oneOf(`OTEL_${signal}_EXPORTER`, 'otlp', ['otlp', 'none']) === 'none') return undefined;
  return url ?? (endpoint && `${endpoint}/v1/${signal.toLowerCase()}`);
}

function samplerOf(read: Reader): TelemetryConfig['sampler'] {
  const name = read.oneOf('OTEL_TRACES_SAMPLER', 'parentbased_always_on', SAMPLERS);
  const text = read.matching(
    'OTEL_TRACES_SAMPLER_ARG',
    '1',
    /^(0(\.\d+)?|1(\.0+)?)$/,
    'from 0 to 1',
  );
  const ratio = name.endsWith('always_on') ? 1 : name.endsWith('always_off') ? 0 : Number(text);
  return { followsCaller: name.startsWith('parentbased_'), ratio };
}

/** What identifies this process in the collector. */
function resourceOf(read: Reader): Record<string, string> {
  const given = Object.fromEntries(
    read.list('OTEL_RESOURCE_ATTRIBUTES').map((pair) => attributeOf(read, pair)),
  );
  const name = read.text('OTEL_SERVICE_NAME') ?? given['service.name'] ?? 'feature-flag-admin';
  return { 'service.instance.id': randomUUID(), ...given, 'service.name': name };
}

function attributeOf(read: Reader, pair: string): [string, string] {
  const [, name, value] = /^([^\s=]+)\s*=\s*(.*)$/.exec(pair) ?? [];
  try {
    if (name !== undefined) return [name, decodeURIComponent(value!)];
  } catch {
    // An invalid escape sequence is refused like a missing name.
  }
  read.refuse('OTEL_RESOURCE_ATTRIBUTES', 'a list like deployment.environment.name=prod,team=a');
  return ['', ''];
}
