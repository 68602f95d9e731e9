import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Tx } from '../../event/tx.js';
import type { FeatureEnvironmentParams } from '../../feature/feature.params.js';
import { MEASURE, type MeasuredUsage, type UsageBaseline } from './measure.sql.js';
import { MEASURE_SAMPLES } from './samples.sql.js';
import { isOfEvaluations } from './safeguard-rules.js';
import type { SafeguardResponse } from './safeguard.response.js';

const HOUR_MS = 3_600_000;
const RANGES_MS = {
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 7 * 24 * HOUR_MS,
  month: 30 * 24 * HOUR_MS,
} as const;
/** A share of fewer evaluations is not compared with a limit, because it says little. */
const MIN_EVALUATIONS = 100;
const SECOND_MS = 1_000;

/** The parts of a plan that checking its safeguards needs. */
export interface GuardedPlan {
  safeguards: readonly SafeguardResponse[];
  /** The present, by the clock of PostgreSQL. */
  now: string;
  usageBaseline: UsageBaseline | null;
}

/** What a safeguard measured beyond its limit. */
export interface Violation {
  safeguard: SafeguardResponse;
  value: number;
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

  /** What is counted at present in the running hour. */
  async baselineOf(
    at: FeatureEnvironmentParams,
    { safeguards, now: since }: GuardedPlan,
    tx: Tx,
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
      const value = await this.valueOf(at, safeguard, plan, tx);
      const { operator, threshold } = safeguard.triggerCondition;
      if (value !== undefined && (operator === '>' ? value > threshold : value < threshold))
        return { safeguard, value };
    }
    return undefined;
  }

  /** The present value; undefined while there is too little usage. */
  private async valueOf(
    at: FeatureEnvironmentParams,
    safeguard: SafeguardResponse,
    { now, usageBaseline }: GuardedPlan,
    tx: Tx | undefined,
  ): Promise<number | undefined> {
    const { timeRange, aggregationMode } = safeguard.impactMetric;
    const range = RANGES_MS[timeRange];
    const since = Date.parse(usageBaseline?.since ?? now);
    const end = Date.parse(now);
    const isShare = aggregationMode === 'avg';
    // Whether there is too little usage is known only when the whole period is over.
    if (!isShare && safeguard.triggerCondition.operator === '<' && end - since < range)
      return undefined;
    const from = Math.max(since, end - range);
    const firstHour = from - (from % HOUR_MS);
    const shareOfFirstHour = shareAfter(from, Math.max(since, firstHour), firstHour + HOUR_MS);
    const before = since >= firstHour ? usageBaseline?.counts[safeguard.id] : undefined;
    const period = { from: new Date(from).toISOString(), shareOfFirstHour };
    const counted = await this.measure(at, safeguard, period, tx);
    const matching = counted.matching - shareOfFirstHour * (before?.matching ?? 0);
    const total = counted.total - shareOfFirstHour * (before?.total ?? 0);
    const isCounted = isOfEvaluations(safeguard.impactMetric);
    if (isShare) return total < (isCounted ? MIN_EVALUATIONS : 1) ? undefined : matching / total;
    if (aggregationMode === 'count' && !isCounted) return total;
    if (aggregationMode !== 'rps') return matching;
    return matching / Math.max(1, (end - from) / SECOND_MS);
  }

  /** Of metrics of applications, `matching` is the sum of the values and `total` their number. */
  private async measure(
    { featureName, environment }: FeatureEnvironmentParams,
    { id, impactMetric }: SafeguardResponse,
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
    const { appName = null, variant = null, enabled } = impactMetric.labelSelectors;
    const isEnabled = enabled?.length === 1 ? enabled[0] === 'true' : null;
    const place = [featureName, environment, from] as const;
    const values = [...place, appName, isEnabled, variant, shareOfFirstHour] as const;
    const [counted] = tx
      ? await tx.query(MEASURE, [...values])
      : await this.database.run(MEASURE, [...values], 'background');
    return counted!;
  }
}

/** The share of the time between two moments that comes after another one, 0 to 1. */
function shareAfter(moment: number, first: number, last: number): number {
  return (last - moment) / (last - first);
}
