import { Counter, Gauge, type Registry, Summary } from 'prom-client';
import type { Config } from '../config/config.js';
import type { Database } from '../database/database.js';
import { ByRouteMeters } from './by-route-meters.js';

/** Maximum number of label combinations of one counter; all others count as `other`. */
const MAX_SERIES = 2_000;

/** Metrics of requests, usage and connections under the names of the reference. */
export class ReferenceMeters {
  /** Durations of requests by route. */
  readonly durations: ByRouteMeters<Summary>;
  private readonly showsNames: boolean;
  private readonly usage: Counter;
  private readonly sdks: Counter;
  private readonly usageSeries = new Set<string>();
  private readonly sdkSeries = new Set<string>();

  constructor(registry: Registry, database: Database, config: Config) {
    this.showsNames = config.operations.prometheusNames;
    this.durations = new ByRouteMeters((registers) => newSummary(registers));
    this.usage = new Counter({
      name: 'feature_toggle_usage_total',
      help: 'Evaluations of features that SDKs reported to this process.',
      labelNames: ['toggle', 'active', 'appName'],
      registers: [registry],
    });
    this.sdks = new Counter({
      name: 'client_sdk_versions',
      help: 'Registrations of SDKs with this process, by name and version.',
      labelNames: ['sdk_name', 'sdk_version'],
      registers: [registry],
    });
    measurePool(registry, database, config.database.poolMax);
  }

  answered(method: string, path: string, status: number, milliseconds: number): void {
    this.durations.of(path).observe({ path, method, status, appName: '' }, milliseconds);
  }

  /** Counts reported evaluations of a feature by an application. */
  used(feature: string, appName: string, yes: number, no: number): void {
    const isNamed = this.showsNames && hasRoom(this.usageSeries, `${feature}\0${appName}`);
    const labels = isNamed ? { toggle: feature, appName } : { toggle: 'other', appName: 'other' };
    if (yes > 0) this.usage.inc({ ...labels, active: 'true' }, yes);
    if (no > 0) this.usage.inc({ ...labels, active: 'false' }, no);
  }

  /** Counts a registration of an SDK, such as `unleash-client-node:6.0.0`. */
  registered(sdk: string): void {
    const [name = '', version = ''] = sdk.split(':', 2);
    const isNamed = name !== '' && version !== '' && hasRoom(this.sdkSeries, sdk);
    this.sdks.inc({
      sdk_name: isNamed ? name : 'other',
      sdk_version: isNamed ? version : 'other',
    });
  }
}

function newSummary(registers: Registry[]): Summary {
  return new Summary({
    name: 'http_request_duration_milliseconds',
    help: 'Response time in milliseconds. path is a template; appName is always empty.',
    labelNames: ['path', 'method', 'status', 'appName'],
    percentiles: [0.1, 0.5, 0.9, 0.95, 0.99],
    maxAgeSeconds: 600,
    ageBuckets: 5,
    registers,
  });
}

/** Whether a series may be added: it exists, or there is room for it. */
function hasRoom(series: Set<string>, key: string): boolean {
  if (series.has(key)) return true;
  if (series.size >= MAX_SERIES) return false;
  series.add(key);
  return true;
}

function measurePool(registry: Registry, database: Database, max: number): void {
  const gauge = (name: string, help: string, value: () => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect(): void {
        this.set(value());
      },
    });
  };
  gauge('db_pool_free', 'Connections to PostgreSQL that are not in use.', () => database.load.idle);
  gauge(
    'db_pool_used',
    'Connections to PostgreSQL that are in use.',
    () => database.load.total - database.load.idle,
  );
  gauge('db_pool_max', 'Connections to PostgreSQL that there may be.', () => max);
  gauge(
    'db_pool_pending_acquires',
    'Callers waiting for a connection to PostgreSQL.',
    () => database.load.waiting,
  );
}
