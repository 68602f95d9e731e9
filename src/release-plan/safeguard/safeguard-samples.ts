import { Injectable } from '@nestjs/common';
import { groupedBy } from '../../database/grouped.js';
import { Database } from '../../database/database.js';
import { BackgroundJobs } from '../../database/jobs/background-jobs.js';
import { ImpactMetrics, type ImpactSample } from '../../impact-metrics/impact-metrics.js';
import { ADD_SAMPLES, FORGET_SAMPLES, LIST_WATCHED, type WatchedMetric } from './samples.sql.js';

const EVERY_MS = 5_000;
const HOUR_MS = 3_600_000;
/** Metrics that one instance watches. */
const MAX_WATCHED = 10_000;
/** Longer than any period that a safeguard watches, in days. */
const KEPT_DAYS = 32;
const BATCH = 1_000;

interface Sum {
  safeguardId: string;
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
  /** By safeguard and hour, so it is bounded by the watched metrics. */
  private sums = new Map<string, Sum>();

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
    const sums = this.sums;
    this.sums = new Map();
    try {
      await this.write([...sums.values()]);
    } catch (error) {
      for (const sum of sums.values()) this.addUp(sum);
      throw error;
    }
    const metrics = await this.database.run(LIST_WATCHED, [MAX_WATCHED], 'background');
    this.watched = groupedBy(metrics, keyOf);
    await this.database.run(FORGET_SAMPLES, [KEPT_DAYS, BATCH], 'background');
  }

  private async write(sums: readonly Sum[]): Promise<void> {
    if (sums.length === 0) return;
    const values = [
      sums.map(({ safeguardId }) => safeguardId),
      sums.map(({ hour }) => new Date(hour).toISOString()),
      sums.map(({ count }) => count),
      sums.map(({ sum }) => sum),
    ] as const;
    await this.database.run(ADD_SAMPLES, [...values], 'background');
  }

  private add(sample: ImpactSample): void {
    const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    for (const metric of this.watched.get(keyOf(sample)) ?? [])
      if (isSelected(metric, sample)) this.addUp({ ...sample, ...metric, hour });
  }

  private addUp({ safeguardId, hour, count, sum }: Sum): void {
    const key = `${safeguardId} ${hour}`;
    const held = this.sums.get(key);
    this.sums.set(key, {
      safeguardId,
      hour,
      count: (held?.count ?? 0) + count,
      sum: (held?.sum ?? 0) + sum,
    });
  }
}

function keyOf({ environment, metricName }: { environment: string; metricName: string }): string {
  return JSON.stringify([environment, metricName]);
}

/** Whether the token may report for the project, and the labels have the selected values. */
function isSelected(
  { project, labelSelectors }: WatchedMetric,
  { projects, appName, labels }: ImpactSample,
): boolean {
  if (projects && !projects.includes('*') && !projects.includes(project)) return false;
  const given: Record<string, unknown> = { ...labels, appName };
  return Object.entries(labelSelectors).every(([label, values]) =>
    values.includes(String(given[label])),
  );
}
