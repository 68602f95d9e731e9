import { Injectable } from '@nestjs/common';
import { Database, type Reader } from '../../../platform/database/database.js';
import type { Tx } from '../../../core/event/tx.js';
import type { FeatureEnvironmentParams } from '../../../flags/feature/feature.dto.js';
import {
  type HourlyUsage,
  MEASURE,
  MEASURE_HOURS,
  type MeasuredUsage,
  type UsageBaseline,
} from './measure.sql.js';
import { MEASURE_SAMPLE_HOURS, MEASURE_SAMPLES } from './samples.sql.js';
import {
  HOUR_MS,
  isBeyond,
  isOfEvaluations,
  RANGES_MS,
  valueOf,
  type Violation,
  type WatchedSafeguard,
} from './safeguard-rules.js';

/** The parts of a plan, or of a feature, that checking its safeguards needs. */
export interface GuardedPlan {
  safeguards: readonly WatchedSafeguard[];
  /** The present, by the clock of PostgreSQL. */
  now: string;
  usageBaseline: UsageBaseline | null;
}

/** The usage that counts for a safeguard. It ends now. */
interface Period {
  /** When it begins. */
  from: string;
  /** The share of its first hour that counts, 0 to 1. */
  shareOfFirstHour: number;
}

/**
 * Measures the usage that safeguards watch, since the milestone started or the plan was resumed.
 * Usage is stored per hour, so what had been counted before in the same hour is subtracted, and of
 * the hour in which a period begins a share counts, as if usage were the same all the time.
 */
@Injectable()
export class WatchedUsage {
  constructor(private readonly database: Database) {}

  /**
   * What is counted at present in the running hour.
   * @param tx The transaction in which the plan is locked, if it is.
   */
  async baselineOf(
    at: FeatureEnvironmentParams,
    { safeguards, now: since }: Omit<GuardedPlan, 'usageBaseline'>,
    tx?: Tx,
  ): Promise<UsageBaseline> {
    const counts: Record<string, MeasuredUsage> = {};
    const period = { from: since, shareOfFirstHour: 1 };
    for (const safeguard of safeguards)
      counts[safeguard.id] = await this.measure(at, safeguard, period, tx);
    return { since, counts };
  }

  /**
   * The first safeguard of a plan whose limit is crossed.
   * @param tx The transaction in which the plan is locked, if it is.
   */
  async violationOf(
    at: FeatureEnvironmentParams,
    plan: GuardedPlan,
    tx?: Tx,
  ): Promise<Violation | undefined> {
    for (const safeguard of plan.safeguards) {
      const value = await this.presentValue(at, safeguard, plan, tx);
      if (value !== undefined && isBeyond(safeguard, value)) return { safeguard, value };
    }
    return undefined;
  }

  /** The present value; undefined while there is too little usage. */
  private async presentValue(
    at: FeatureEnvironmentParams,
    safeguard: WatchedSafeguard,
    { now, usageBaseline }: GuardedPlan,
    tx: Tx | undefined,
  ): Promise<number | undefined> {
    const { timeRange, aggregationMode } = safeguard.impactMetric;
    const range = RANGES_MS[timeRange];
    const since = Date.parse(usageBaseline?.since ?? now);
    const end = Date.parse(now);
    const { operator } = safeguard.triggerCondition;
    // Whether there is too little usage is known only when the whole period is over.
    if (aggregationMode !== 'avg' && operator === '<' && end - since < range) return undefined;
    const from = Math.max(since, end - range);
    const firstHour = from - (from % HOUR_MS);
    const shareOfFirstHour = shareAfter(from, Math.max(since, firstHour), firstHour + HOUR_MS);
    const before = since >= firstHour ? usageBaseline?.counts[safeguard.id] : undefined;
    const period = { from: new Date(from).toISOString(), shareOfFirstHour };
    const counted = await this.measure(at, safeguard, period, tx);
    const matching = counted.matching - shareOfFirstHour * (before?.matching ?? 0);
    const total = counted.total - shareOfFirstHour * (before?.total ?? 0);
    return valueOf(safeguard, { matching, total }, end - from);
  }

  /** What a safeguard would have measured in each hour since some moment. */
  hoursOf(
    { featureName, environment }: FeatureEnvironmentParams,
    { id, impactMetric }: WatchedSafeguard,
    from: string,
    reader: Reader,
  ): Promise<HourlyUsage[]> {
    if (!isOfEvaluations(impactMetric))
      return this.database.longRead(reader, MEASURE_SAMPLE_HOURS, [id, from]);
    const values = [featureName, environment, from, ...selectionOf(impactMetric)] as const;
    return this.database.longRead(reader, MEASURE_HOURS, [...values]);
  }

  /** Of metrics of applications, `matching` is the sum of the values and `total` their number. */
  private async measure(
    { featureName, environment }: FeatureEnvironmentParams,
    { id, impactMetric }: WatchedSafeguard,
    { from, shareOfFirstHour }: Period,
    tx: Tx | undefined,
  ): Promise<MeasuredUsage> {
    if (!isOfEvaluations(impactMetric)) {
      const values = [id, from, shareOfFirstHour] as const;
      const [sum] = tx
        ? await tx.query(MEASURE_SAMPLES, [...values])
        : await this.database.run(MEASURE_SAMPLES, [...values], 'background');
      return sum!;
    }
    const place = [featureName, environment, from] as const;
    const values = [...place, ...selectionOf(impactMetric), shareOfFirstHour] as const;
    const [counted] = tx
      ? await tx.query(MEASURE, [...values])
      : await this.database.run(MEASURE, [...values], 'background');
    return counted!;
  }
}

/** The values of labels of evaluations that are selected; null for all. */
function selectionOf({ labelSelectors }: WatchedSafeguard['impactMetric']) {
  const { appName = null, variant = null, enabled } = labelSelectors;
  const isEnabled = enabled?.length === 1 ? enabled[0] === 'true' : null;
  return [appName, isEnabled, variant] as const;
}

/** The share of the time between two moments that comes after another one, 0 to 1. */
function shareAfter(moment: number, first: number, last: number): number {
  return (last - moment) / (last - first);
}
