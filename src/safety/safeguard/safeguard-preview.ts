import type { HourlyUsage } from '../../governance/release-plan/safeguard/measure.sql.js';
import {
  HOUR_MS,
  isBeyond,
  RANGES_MS,
  valueOf,
  type WatchedSafeguard,
} from '../../governance/release-plan/safeguard/safeguard-rules.js';

const MINUTE_MS = 60_000;
/** Smallest difference between sums of usage that is not an error of rounding. */
const PRECISION = 1e-6;

/** A number that a safeguard would have measured. */
export interface PastValue {
  at: number;
  value: number;
}

/** What a safeguard would have found. */
export interface Finding {
  /** When it would have turned the feature off. */
  triggered: PastValue | undefined;
  /** The number that was farthest in the direction of its limit. */
  extreme: PastValue | undefined;
  /** The number at the end. */
  present: number | undefined;
}

/** A time in milliseconds since 1970. */
export interface Span {
  from: number;
  to: number;
}

/**
 * What a safeguard of usage would have measured at a moment. Usage is stored per hour, so it counts
 * as if it had been the same all the hour.
 * @param end The last moment.
 */
export function usageAt(
  hours: readonly HourlyUsage[],
  end: number,
  safeguard: WatchedSafeguard,
): (at: number) => number | undefined {
  const range = RANGES_MS[safeguard.impactMetric.timeRange];
  const isLess = safeguard.triggerCondition.operator === '<';
  const usage = new UsageUntil(hours, end);
  return (at) => {
    // Whether there is too little usage is known only when the whole period is over.
    const isKnown = !isLess || usage.since <= at - range;
    return isKnown ? valueOf(safeguard, usage.between(at - range, at), range) : undefined;
  };
}

/**
 * Checks a safeguard for each minute of the past, as if the feature had been on all the time.
 * @param valueAt The number at a moment; undefined if there is none.
 */
export function findIn(
  valueAt: (at: number) => number | undefined,
  { from, to }: Span,
  safeguard: Pick<WatchedSafeguard, 'triggerCondition'>,
  forMinutes: number,
): Finding {
  const isLess = safeguard.triggerCondition.operator === '<';
  const finding: Finding = { triggered: undefined, extreme: undefined, present: undefined };
  let crossedSince: number | undefined;
  for (let at = from; at <= to; at += MINUTE_MS) {
    const value = valueAt(at);
    finding.present = value;
    if (value === undefined || !isBeyond(safeguard, value)) crossedSince = undefined;
    else crossedSince ??= at;
    if (value === undefined) continue;
    const { extreme } = finding;
    if (!extreme || (isLess ? value < extreme.value : value > extreme.value))
      finding.extreme = { at, value };
    if (crossedSince !== undefined && at - crossedSince >= forMinutes * MINUTE_MS)
      finding.triggered ??= { at, value };
  }
  return finding;
}

/** The usage of hours, added up until any moment. */
class UsageUntil {
  /** When the first hour begins; the end when there is none. */
  readonly since: number;
  /** The sums at the beginning of each hour since then, and at the end. */
  private readonly sums: { matching: number; total: number }[] = [{ matching: 0, total: 0 }];

  constructor(
    hours: readonly HourlyUsage[],
    private readonly end: number,
  ) {
    const byHour = new Map(hours.map((one) => [Date.parse(one.hour), one]));
    this.since = Math.min(end, ...byHour.keys());
    for (let hour = this.since; hour < end; hour += HOUR_MS) {
      const { matching, total } = this.sums.at(-1)!;
      const { matching: more = 0, total: moreInAll = 0 } = byHour.get(hour) ?? {};
      this.sums.push({ matching: matching + more, total: total + moreInAll });
    }
  }

  between(from: number, to: number): { matching: number; total: number } {
    const [before, until] = [this.until(from), this.until(to)];
    return {
      matching: rounded(until.matching - before.matching),
      total: rounded(until.total - before.total),
    };
  }

  private until(moment: number): { matching: number; total: number } {
    if (moment <= this.since) return this.sums[0]!;
    const n = Math.min(Math.floor((moment - this.since) / HOUR_MS), this.sums.length - 2);
    const [one, next] = [this.sums[n]!, this.sums[n + 1]!];
    const begin = this.since + n * HOUR_MS;
    const share = Math.min(1, (moment - begin) / Math.min(HOUR_MS, this.end - begin));
    return {
      matching: one.matching + share * (next.matching - one.matching),
      total: one.total + share * (next.total - one.total),
    };
  }
}

function rounded(value: number): number {
  return Math.round(value / PRECISION) * PRECISION;
}
