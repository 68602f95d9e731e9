import { Inject, Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { Database } from '../database/database.js';
import { TimeSlice } from '../sandbox/time-slice.js';
import { VERSION } from '../config/version.js';
import { tracing } from '../tracing/tracing.js';
import { Durations } from './durations.js';
import { familyOf, type MetricFamily } from './metric-family.js';

/** Maximum number of label combinations of one counter; all others count as `other`. */
const MAX_SERIES = 2_000;

/** Metrics of usage and connections under the names of the reference. */
class ReferenceMeters {
  private readonly showsNames: boolean;
  private readonly usage: Counter;
  private readonly sdks: Counter;
  private readonly usageSeries = new Set<string>();
  private readonly sdkSeries = new Set<string>();

  constructor(registry: Registry, database: Database, config: Config) {
    this.showsNames = config.operations.prometheusNames;
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

/** Registers metrics of the export of spans. */
function measureSpans(registry: Registry): void {
  new Counter({
    name: 'telemetry_spans_total',
    help:
      'Recorded spans by result. exported: the collector accepted them; failed: it did not; ' +
      'dropped: too many were waiting for it.',
    labelNames: ['outcome'],
    registers: [registry],
    collect(): void {
      this.reset();
      for (const [outcome, spans] of Object.entries(tracing.current?.spans ?? {}))
        this.inc({ outcome }, spans as number);
    },
  });
}

/** Registers metrics of PostgreSQL connections. */
function measureConnections(database: Database, registry: Registry): void {
  measureClasses(database, registry);
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections to PostgreSQL, by whether they are in use.',
    labelNames: ['state'],
    registers: [registry],
    collect(): void {
      const { total, idle } = database.load;
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'used' }, total - idle);
    },
  });
  new Gauge({
    name: 'database_pool_waiting',
    help: 'Callers waiting for a connection to PostgreSQL.',
    registers: [registry],
    collect(): void {
      this.set(database.load.waiting);
    },
  });
}

const CLASS_CONNECTIONS_HELP =
  'PostgreSQL connections by class of work (hot, snapshot, general, longRead, background). ' +
  'used: in use; waiting: waiting callers; idle: further connections that the class could use; ' +
  'max: maximum of the class.';

/** Metrics by connection class. */
function measureClasses(database: Database, registry: Registry): void {
  new Gauge({
    name: 'database_class_connections',
    help: CLASS_CONNECTIONS_HELP,
    labelNames: ['class', 'state'],
    registers: [registry],
    collect(): void {
      for (const [name, { used, waiting, max }] of Object.entries(database.load.classes)) {
        this.set({ class: name, state: 'used' }, used);
        this.set({ class: name, state: 'waiting' }, waiting);
        this.set({ class: name, state: 'idle' }, Math.max(0, max - used));
        this.set({ class: name, state: 'max' }, max);
      }
    },
  });
  new Counter({
    name: 'database_class_refused_total',
    help:
      'Callers that got no PostgreSQL connection, because too many were waiting or the wait ' +
      'took too long, by class of work.',
    labelNames: ['class'],
    registers: [registry],
    collect(): void {
      this.reset();
      for (const [name, { refused }] of Object.entries(database.load.classes))
        this.inc({ class: name }, refused);
    },
  });
}

const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Why reported usage is dropped. */
export type UsageLossReason =
  | 'full'
  | 'share'
  | 'quota'
  | 'application'
  | 'applications'
  | 'variants'
  | 'refused'
  | 'age'
  | 'name'
  | 'environment';

/** Prometheus metrics of this process. */
@Injectable()
export class Meters {
  readonly registry = new Registry();
  /** The same metrics under the names of the reference. */
  readonly reference: ReferenceMeters;

  /** Called for each answered request; there is one listener. */
  onAnswered: (route: string, status: number, path?: string) => void = () => undefined;

  private rendering?: Promise<string> | undefined;

  private readonly durations = new Durations();

  private readonly databaseErrors = new Counter({
    name: 'database_errors_total',
    help:
      'Failures of PostgreSQL that became 5xx responses, by SQLSTATE or by the error code of ' +
      'the connection.',
    labelNames: ['code'],
    registers: [this.registry],
  });

  private readonly usageLost = new Counter({
    name: 'client_metrics_lost_total',
    help:
      'Reported usage counters that were not stored. full: no memory was left while ' +
      'PostgreSQL was unavailable; share: memory was freed for tokens that use less; quota, ' +
      'application: a token, or one ' +
      'of its applications, has the maximum number of counters in this hour; applications: a ' +
      'token has reported too many new ones today; variants: a feature has too many; refused: ' +
      'PostgreSQL refused ' +
      'them; age: older than the retention; name: invalid name of a feature or application; ' +
      'environment: not valid for the token.',
    labelNames: ['reason'],
    registers: [this.registry],
  });

  constructor(database: Database, @Inject(CONFIG) config: Config) {
    collectDefaultMetrics({ register: this.registry });
    this.addVersion();
    // Prometheus sees no increase of a series that begins above 0, and these two have an alert.
    for (const reason of ['full', 'refused']) this.usageLost.inc({ reason }, 0);
    measureConnections(database, this.registry);
    if (config.telemetry?.tracesUrl) measureSpans(this.registry);
    this.reference = new ReferenceMeters(this.registry, database, config);
  }

  private addVersion(): void {
    new Gauge({
      name: 'app_info',
      help: 'The version of the service; the value is always 1.',
      labelNames: ['version'],
      registers: [this.registry],
    }).set({ version: VERSION }, 1);
  }

  /**
   * All metrics in the Prometheus text format. Rendering yields to other work between metrics and
   * series, and concurrent scrapes share one text, because thousands of series take long to render.
   */
  text(): Promise<string> {
    this.rendering ??= this.render().finally(() => (this.rendering = undefined));
    return this.rendering;
  }

  private async render(): Promise<string> {
    const slice = new TimeSlice();
    const texts: string[] = [];
    for (const { name } of this.registry.getMetricsAsArray()) {
      texts.push(await this.registry.getSingleMetricAsString(name));
      await slice.rest();
    }
    texts.push(await this.durations.text(slice));
    return `${texts.filter(Boolean).join('\n\n')}\n`;
  }

  /** All metrics but those that only have the name of the reference; yields to other work. */
  async *families(): AsyncGenerator<MetricFamily> {
    const slice = new TimeSlice();
    for (const { name } of this.registry.getMetricsAsArray()) {
      const metric = this.registry.getSingleMetric(name);
      // During a stop, some cannot be read any more.
      const family = metric && (await familyOf(metric).catch(() => undefined));
      if (family) yield family;
      await slice.rest();
    }
    const durations = await this.durations.family(slice);
    if (durations) yield durations;
  }

  /**
   * Records an answered request.
   * @param seconds Its duration.
   * @param path Where it was sent to, if it has no route.
   */
  answered(method: string, route: string, status: number, seconds: number, path?: string): void {
    this.durations.add(method, route, status, seconds);
    this.onAnswered(route, status, path);
  }

  /** Records dropped usage by reason. */
  lostUsage(reason: UsageLossReason, counters: number): void {
    if (counters > 0) this.usageLost.inc({ reason }, counters);
  }

  /** Records an error of PostgreSQL or its connection that became a 5xx. */
  failed(error: unknown): void {
    const code = (
      (error as { driverError?: { code?: unknown } } | null)?.driverError ??
      (error as { code?: unknown } | null)
    )?.code;
    if (typeof code !== 'string') return;
    // Limits the label values, because each is a time series.
    if (SQLSTATE.test(code) || /^E[A-Z]{3,14}$/.test(code)) this.databaseErrors.inc({ code });
  }
}
