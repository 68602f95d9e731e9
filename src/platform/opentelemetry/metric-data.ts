import type { Attributes, HrTime } from '@opentelemetry/api';
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
} from '@opentelemetry/sdk-metrics';
import type { MetricFamily, MetricSample } from '../meters/metric-family.js';

/** Times of cumulative values: since the start of the process, and when they were read. */
export interface Interval {
  readonly startTime: HrTime;
  readonly endTime: HrTime;
}

/** Metrics that the semantic conventions define, under their names there. */
const STANDARD: Readonly<
  Partial<Record<string, { name: string; labels: Readonly<Record<string, string>> }>>
> = {
  http_request_duration_seconds: {
    name: 'http.server.request.duration',
    labels: {
      method: 'http.request.method',
      route: 'http.route',
      status: 'http.response.status_code',
    },
  },
};

/** Converts a metric of Prometheus; undefined for a summary, which has no counterpart. */
export function metricDataOf(family: MetricFamily, interval: Interval): MetricData | undefined {
  const { type, samples } = family;
  const base = {
    descriptor: descriptorOf(family),
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const numbers = (): DataPoint<number>[] =>
    samples.map(({ labels, value }) => ({
      ...interval,
      attributes: attributesOf(family, labels),
      value,
    }));
  if (type === 'counter')
    return {
      ...base,
      dataPointType: DataPointType.SUM,
      isMonotonic: true,
      dataPoints: numbers(),
    };
  if (type === 'gauge')
    return { ...base, dataPointType: DataPointType.GAUGE, dataPoints: numbers() };
  if (type === 'histogram')
    return {
      ...base,
      dataPointType: DataPointType.HISTOGRAM,
      dataPoints: histogramsOf(family, interval),
    };
  return undefined;
}

/** One of the units that names of Prometheus end in; empty for numbers of things. */
function unitOf(name: string): string {
  const [, unit] = /_(seconds|bytes)(?:_total)?$/.exec(name) ?? [];
  return unit === undefined ? '' : { seconds: 's', bytes: 'By' }[unit]!;
}

function descriptorOf({ name, help }: MetricFamily): MetricData['descriptor'] {
  return {
    name: STANDARD[name]?.name ?? name,
    description: help,
    unit: unitOf(name),
    valueType: 1, // DOUBLE
  };
}

function attributesOf({ name }: MetricFamily, labels: MetricSample['labels']): Attributes {
  const standard = STANDARD[name]?.labels;
  return Object.fromEntries(
    Object.entries(labels)
      .filter(([label]) => label !== 'le')
      .map(([label, value]) => [standard?.[label] ?? label, value]),
  );
}

/** Series of a histogram that is being assembled. */
interface Parts {
  labels: MetricSample['labels'];
  /** Cumulative counts by upper bound, in ascending order. */
  buckets: { bound: number; count: number }[];
  sum: number;
  count: number;
}

function histogramsOf(family: MetricFamily, interval: Interval): DataPoint<Histogram>[] {
  const series = new Map<string, Parts>();
  for (const { labels, value, metricName } of family.samples) {
    const { le, ...others } = labels;
    const key = JSON.stringify(others);
    const parts = series.get(key) ?? { labels: others, buckets: [], sum: 0, count: 0 };
    series.set(key, parts);
    if (le !== undefined) parts.buckets.push({ bound: Number(le), count: value });
    else if (metricName?.endsWith('_sum')) parts.sum = value;
    else parts.count = value;
  }
  return [...series.values()].map(({ labels, buckets, sum, count }) => ({
    ...interval,
    attributes: attributesOf(family, labels),
    value: { buckets: separate(buckets, count), sum, count },
  }));
}

/** OpenTelemetry counts each value in one bucket, Prometheus in all that are large enough. */
function separate(buckets: Parts['buckets'], count: number): Histogram['buckets'] {
  const finite = buckets.filter(({ bound }) => Number.isFinite(bound));
  const cumulative = [...finite.map((bucket) => bucket.count), count];
  return {
    boundaries: finite.map(({ bound }) => bound),
    counts: cumulative.map((value, n) => value - (cumulative[n - 1] ?? 0)),
  };
}
