import type { TimeSlice } from '../sandbox/time-slice.js';
import type { MetricFamily, MetricSample } from './metric-family.js';

/** In seconds, for anything from reading a row to searching the whole history. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const QUANTILES = [0.1, 0.5, 0.9, 0.95, 0.99];
/** Quantiles are those of the present period and the four before: of at least eight minutes. */
const PERIOD_MS = 120_000;
const PERIODS = 5;
/** Durations that differ by less than 2 % count as the same one for quantiles. */
const STEP = Math.log(1.02);

/** What durations are shown as: under our own name, and under that of the reference. */
const SECONDS = {
  name: 'http_request_duration_seconds',
  type: 'histogram',
  help:
    'Time from the first byte of a request to the last byte of its response, in seconds. ' +
    'route is a template; requests without a route count together.',
};
const MILLISECONDS = {
  name: 'http_request_duration_milliseconds',
  type: 'summary',
  help: 'Response time in milliseconds. path is a template; appName is always empty.',
};

/** How often each duration occurred, by the exponent of {@link STEP}, from a moment on. */
interface Period {
  readonly end: number;
  readonly counts: Map<number, number>;
}

/** Durations of the requests with one method, route and status. */
class Series {
  private readonly counts = BOUNDS.map(() => 0);
  private count = 0;
  private sum = 0;
  /** The newest is the last one. */
  private periods: Period[] = [];

  constructor(
    private readonly method: string,
    private readonly route: string,
    private readonly status: number,
  ) {}

  add(seconds: number, now: number): void {
    this.count++;
    this.sum += seconds;
    const bound = BOUNDS.findIndex((most) => seconds <= most);
    if (bound >= 0) this.counts[bound]!++;
    let period = this.periods.at(-1);
    if (!period || now >= period.end) {
      period = { end: now + PERIOD_MS, counts: new Map() };
      this.periods = [...this.periods.slice(1 - PERIODS), period];
    }
    const step = Math.round(Math.log(1000 * seconds) / STEP);
    period.counts.set(step, (period.counts.get(step) ?? 0) + 1);
  }

  *histogram(): Iterable<MetricSample> {
    const { method, route, status } = this;
    const labels = { method, route, status };
    const metricName = `${SECONDS.name}_bucket`;
    let value = 0;
    for (const [n, le] of BOUNDS.entries()) {
      value += this.counts[n]!;
      yield { metricName, labels: { le, ...labels }, value };
    }
    yield { metricName, labels: { le: '+Inf', ...labels }, value: this.count };
    yield* this.total(SECONDS.name, labels, this.sum);
  }

  *summary(now: number): Iterable<MetricSample> {
    const { method, route: path, status } = this;
    const labels = { path, method, status, appName: '' };
    const recent = this.periods.filter(({ end }) => now < end + (PERIODS - 1) * PERIOD_MS);
    const ordered = sumOf(recent.map(({ counts }) => counts));
    for (const quantile of QUANTILES)
      yield { labels: { quantile, ...labels }, value: quantileOf(ordered, quantile) };
    yield* this.total(MILLISECONDS.name, labels, 1000 * this.sum);
  }

  private *total(name: string, labels: MetricSample['labels'], sum: number) {
    yield { metricName: `${name}_sum`, labels, value: sum };
    yield { metricName: `${name}_count`, labels, value: this.count };
  }
}

/**
 * Durations of requests by method, route and status. The summary of `prom-client` adds each of them
 * to five digests, which took 8 of the 74 µs of an SDK's poll, and 25 MB after many of them.
 */
export class Durations {
  private readonly routes = new Map<string, Map<string, Series>>();

  /** @param seconds The duration of one request. */
  add(method: string, route: string, status: number, seconds: number): void {
    let ofRoute = this.routes.get(route);
    if (!ofRoute) this.routes.set(route, (ofRoute = new Map()));
    const key = `${method} ${status}`;
    let series = ofRoute.get(key);
    if (!series) ofRoute.set(key, (series = new Series(method, route, status)));
    series.add(seconds, performance.now());
  }

  /** The histogram in seconds; undefined when nothing was measured. */
  async family(slice: TimeSlice): Promise<MetricFamily | undefined> {
    const all = await slice.map(this.series(), (one) => [...one.histogram()]);
    return all.length > 0 ? { ...SECONDS, samples: all.flat() } : undefined;
  }

  /** Both metrics in the Prometheus text format. */
  async text(slice: TimeSlice): Promise<string> {
    const now = performance.now();
    const seconds = await slice.map(this.series(), (one) => linesOf(SECONDS.name, one.histogram()));
    const milliseconds = await slice.map(this.series(), (one) =>
      linesOf(MILLISECONDS.name, one.summary(now)),
    );
    return [...headOf(SECONDS), ...seconds, '', ...headOf(MILLISECONDS), ...milliseconds].join(
      '\n',
    );
  }

  private *series(): Iterable<Series> {
    for (const ofRoute of this.routes.values()) yield* ofRoute.values();
  }
}

/** How often each duration occurred in all periods, the shortest first. */
function sumOf(periods: readonly ReadonlyMap<number, number>[]): [step: number, count: number][] {
  const sum = new Map<number, number>();
  for (const counts of periods)
    for (const [step, count] of counts) sum.set(step, (sum.get(step) ?? 0) + count);
  return [...sum].sort(([one], [other]) => one - other);
}

/** The duration in milliseconds that this share of requests did not exceed; 0 without any. */
function quantileOf(ordered: readonly [step: number, count: number][], share: number): number {
  let left = share * ordered.reduce((sum, [, count]) => sum + count, 0);
  for (const [step, count] of ordered) {
    left -= count;
    if (left <= 0) return Math.exp(step * STEP);
  }
  return 0;
}

const headOf = ({ name, help, type }: typeof SECONDS): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
];

const linesOf = (name: string, samples: Iterable<MetricSample>): string =>
  Array.from(samples, ({ metricName = name, labels, value }) => {
    const pairs = Object.entries(labels).map(
      ([label, text]) => `${label}=${JSON.stringify(String(text))}`,
    );
    return `${metricName}{${pairs.join(',')}} ${value}`;
  }).join('\n');
