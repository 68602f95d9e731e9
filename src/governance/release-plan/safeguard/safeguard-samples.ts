import { Injectable } from '@nestjs/common';
import { groupedBy } from '../../../platform/database/grouped.js';
import { Database } from '../../../platform/database/database.js';
import { BackgroundJobs } from '../../../platform/database/jobs/background-jobs.js';
import {
  ImpactMetrics,
  type ImpactSample,
} from '../../../serving/impact-metrics/impact-metrics.js';
import { MAX_SAFEGUARDS_IN_ALL } from './safeguard-quota.js';
import { ADD_SAMPLES, FORGET_SAMPLES, LIST_WATCHED, type WatchedMetric } from './samples.sql.js';

const EVERY_MS = 5_000;
const HOUR_MS = 3_600_000;
/** Longer than any period that a safeguard watches, in days. */
const KEPT_DAYS = 32;
const BATCH = 1_000;
/** The types of the values that labels can have. */
const SIMPLE: readonly string[] = ['string', 'number', 'boolean'];

/** What was reported in an hour. */
interface HourlySum {
  metric: WatchedMetric;
  /** When the hour begins, in milliseconds since 1970. */
  hour: number;
  count: number;
  sum: number;
}

/**
 * Adds up the metrics that applications report, separately for each safeguard that watches one, and
 * writes them every few seconds. What nobody watches is ignored.
 */
@Injectable()
export class SafeguardSamples {
  private watched = new Map<string, WatchedMetric[]>();
  /** By hour for each watched metric, so it is bounded by these. */
  private sums = new Map<WatchedMetric, Map<number, HourlySum>>();

  constructor(
    private readonly database: Database,
    metrics: ImpactMetrics,
    jobs: BackgroundJobs,
  ) {
    metrics.listen((samples) => samples.forEach((sample) => this.add(sample)));
    jobs.add({
      name: 'safeguard-samples',
      everyMs: EVERY_MS,
      run: () => this.run(),
      lastRound: true,
    });
  }

  /** Writes what was added up, and learns which metrics are watched. */
  async run(): Promise<void> {
    const sums = [...this.sums.values()].flatMap((hours) => [...hours.values()]);
    this.sums = new Map();
    try {
      await this.write(sums);
    } catch (error) {
      for (const sum of sums) this.addUp(sum);
      throw error;
    }
    const metrics = await this.database.run(LIST_WATCHED, [MAX_SAFEGUARDS_IN_ALL], 'background');
    this.watched = groupedBy(metrics, keyOf);
    await this.database.run(FORGET_SAMPLES, [KEPT_DAYS, BATCH], 'background');
  }

  private async write(sums: readonly HourlySum[]): Promise<void> {
    if (sums.length === 0) return;
    const rows = sums.flatMap(({ metric, ...sum }) =>
      metric.safeguardIds.map((safeguardId) => ({ safeguardId, ...sum })),
    );
    const values = [
      rows.map(({ safeguardId }) => safeguardId),
      rows.map(({ hour }) => new Date(hour).toISOString()),
      rows.map(({ count }) => count),
      rows.map(({ sum }) => sum),
    ] as const;
    await this.database.run(ADD_SAMPLES, [...values], 'background');
  }

  private add(sample: ImpactSample): void {
    const watched = this.watched.get(keyOf(sample));
    if (!watched) return;
    const { appName, count, sum } = sample;
    const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    const labels = { ...sample.labels, appName };
    for (const metric of watched)
      if (mayReport(sample, metric.project) && isSelected(metric, labels))
        this.addUp({ metric, hour, count, sum });
  }

  private addUp({ metric, hour, count, sum }: HourlySum): void {
    const hours = this.sums.get(metric) ?? new Map<number, HourlySum>();
    this.sums.set(metric, hours);
    const held = hours.get(hour);
    hours.set(hour, {
      ...{ metric, hour },
      count: (held?.count ?? 0) + count,
      sum: (held?.sum ?? 0) + sum,
    });
  }
}

function keyOf({ environment, metricName }: { environment: string; metricName: string }): string {
  return JSON.stringify([environment, metricName]);
}

/** Whether the token that reported is valid in the project. */
function mayReport({ projects }: ImpactSample, project: string): boolean {
  return !projects || projects.includes('*') || projects.includes(project);
}

/** Whether the labels have the selected values. */
function isSelected(
  { labelSelectors }: WatchedMetric,
  labels: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(labelSelectors).every(([label, values]) => {
    const value = labels[label];
    // Applications send any JSON, but objects and lists are no values of labels.
    return SIMPLE.includes(typeof value) && values.includes(String(value));
  });
}
