/** A value of a metric, or of one part of a histogram. */
export interface MetricSample {
  readonly labels: Readonly<Partial<Record<string, string | number>>>;
  readonly value: number;
  /** Of a histogram: its name with `_bucket`, `_sum` or `_count`. */
  readonly metricName?: string;
}

/** A metric with its series. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly samples: readonly MetricSample[];
}

/** A metric of `prom-client`; its type declarations omit the method. */
export interface Measured {
  get(): Promise<{ name: string; help: string; type: unknown; values: readonly MetricSample[] }>;
}

/** Reads the current values of a metric. */
export async function familyOf(metric: Measured): Promise<MetricFamily> {
  const { name, help, type, values } = await metric.get();
  return { name, help, type: String(type), samples: values };
}
