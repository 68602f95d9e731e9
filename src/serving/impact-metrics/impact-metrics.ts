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
export type ImpactReporter = Pick<ImpactSample, 'appName' | 'environment' | 'projects'>;

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
    if (!this.listener) return;
    const samples: ImpactSample[] = [];
    for (const metric of listIn(body, 'impactMetrics')) {
      const { name, type } = objectOf(metric);
      if (typeof name !== 'string') continue;
      for (const sample of listIn(metric, 'samples')) {
        if (samples.length === MAX_SAMPLES) break;
        const read = readSample(objectOf(sample), type === 'counter');
        if (read) samples.push({ ...reporter, metricName: name, ...read });
      }
    }
    if (samples.length > 0) this.listener(samples);
  }
}

/** A histogram has `count` and `sum`, counters and gauges have a `value`. */
function readSample(
  { value, count, sum, labels }: Record<string, unknown>,
  isCounter: boolean,
): Pick<ImpactSample, 'labels' | 'count' | 'sum'> | undefined {
  const known = { labels: objectOf(labels) };
  if (isNumber(value)) return { ...known, count: isCounter ? value : 1, sum: value };
  if (isNumber(count) && count >= 0 && isNumber(sum)) return { ...known, count, sum };
  return undefined;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
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
