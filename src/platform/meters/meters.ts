import { Inject, Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { Database } from '../database/database.js';
import { TimeSlice } from '../sandbox/time-slice.js';
import { VERSION } from '../config/version.js';
import { measureConnections, measureSpans } from './connection-meters.js';
import { ByRouteMeters } from './by-route-meters.js';
import { familyOf, type MetricFamily } from './metric-family.js';
import { ReferenceMeters } from './reference-meters.js';

/** In seconds, for anything from reading a row to searching the whole history. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
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

  private rendering?: Promise<string> | undefined;

  private readonly durations = new ByRouteMeters(
    (registers) =>
      new Histogram({
        name: 'http_request_duration_seconds',
        help:
          'Time from the first byte of a request to the last byte of its response, in seconds. ' +
          'route is a template; requests without a route count together.',
        labelNames: ['method', 'route', 'status'],
        buckets: BUCKETS,
        registers,
      }),
  );

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
   * routes, and concurrent scrapes share one text, because thousands of series take long to render.
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
    for (const metric of [this.durations, this.reference.durations])
      texts.push(await metric.text(slice));
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

  /** Records an answered request; `seconds` is its duration. */
  answered(method: string, route: string, status: number, seconds: number): void {
    this.durations.of(route).observe({ method, route, status }, seconds);
    this.reference.answered(method, route, status, 1000 * seconds);
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
