import { Injectable } from '@nestjs/common';

/** Values of a metric that an application measured itself. */
export interface ImpactSample {
  metricName: string;
  appName: string;
  environment: string;
  /** Ids of the projects of its token; absent for all. */
  projects: readonly string[] | undefined;
  labels: Readonly<Record<string, unknown>>;
  /** Number of values; of a counter its increase. */
  count: number;
  /** Sum of the values. */
  sum: number;
}

/** Who reports. */
type ImpactReporter = Pick<ImpactSample, 'appName' | 'environment' | 'projects'>;

type ReporterOf = (
  metric: Record<string, unknown>,
  labels: Record<string, unknown>,
) => ImpactReporter | undefined;
type Listener = (samples: readonly ImpactSample[]) => void;

/** Maximum number of samples of a report; further ones are ignored. */
const MAX_SAMPLES = 1_000;

/**
 * Passes the metrics that applications report to whoever watches them. They are not stored here, so
 * nothing grows with what applications invent.
 */
@Injectable()
export class ImpactMetrics {
  private listener?: Listener;

  /** There is one listener. */
  listen(listener: Listener): void {
    this.listener = listener;
  }

  /** Reads the property `impactMetrics` of a report; what is invalid in it is ignored. */
  receive(body: unknown, reporter: ImpactReporter): void {
    this.pass(body, () => reporter);
  }

  /**
   * Reads those of a report about many applications. Each metric names its application, or its
   * samples have it as a label.
   */
  receiveForwarded(
    body: unknown,
    { environment, projects }: Partial<Omit<ImpactReporter, 'appName'>>,
  ): void {
    this.pass(body, (metric, labels) => {
      const place = textIn(metric, 'environment') ?? environment ?? 'default';
      const appName = textIn(metric, 'appName') ?? textIn(labels, 'appName');
      if (appName === undefined || (environment !== undefined && place !== environment)) return;
      return { appName, environment: place, projects };
    });
  }

  private pass(body: unknown, reporterOf: ReporterOf): void {
    if (!this.listener) return;
    const samples: ImpactSample[] = [];
    for (const sent of listIn(body, 'impactMetrics')) {
      const metric = objectOf(sent);
      const { name, type } = metric;
      if (typeof name !== 'string') continue;
      for (const sample of listIn(metric, 'samples')) {
        if (samples.length === MAX_SAMPLES) break;
        const read = readSample(objectOf(sample), type === 'counter');
        const reporter = read && reporterOf(metric, read.labels);
        if (reporter) samples.push({ ...reporter, metricName: name, ...read });
      }
    }
    if (samples.length > 0) this.listener(samples);
  }
}

/** A histogram has `count` and `sum`, counters and gauges have a `value`. */
function readSample(
  { value, count, sum, labels }: Record<string, unknown>,
  isCounter: boolean,
): { labels: Record<string, unknown>; count: number; sum: number } | undefined {
  const known = { labels: objectOf(labels) };
  if (isNumber(value)) return { ...known, count: isCounter ? value : 1, sum: value };
  if (isNumber(count) && count >= 0 && isNumber(sum)) return { ...known, count, sum };
  return undefined;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

function textIn(value: Record<string, unknown>, key: string): string | undefined {
  const text = value[key];
  return typeof text === 'string' && text !== '' ? text : undefined;
}

function listIn(value: unknown, key: string): readonly unknown[] {
  const list = objectOf(value)[key];
  return Array.isArray(list) ? list : [];
}

function objectOf(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
