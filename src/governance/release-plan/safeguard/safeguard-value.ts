import type { MeasuredUsage } from './measure.sql.js';
import { isOfEvaluations, type WatchedSafeguard } from './safeguard-rules.js';

export const HOUR_MS = 3_600_000;
/** The periods that safeguards watch, in milliseconds. */
export const RANGES_MS = {
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 7 * 24 * HOUR_MS,
  month: 30 * 24 * HOUR_MS,
} as const;
/** A share of fewer evaluations is not compared with a limit, because it says little. */
const MIN_EVALUATIONS = 100;
const SECOND_MS = 1_000;
const OPERATORS = { '>': 'more than', '<': 'less than' } as const;

/** What a safeguard measured beyond its limit. */
export interface Violation {
  safeguard: WatchedSafeguard;
  value: number;
}

/**
 * The number that a safeguard compares with its limit.
 * @param counted What counts of the period. Of metrics of applications, `matching` is the sum of
 * the values and `total` their number.
 * @param ms How long the period is, in milliseconds.
 * @returns undefined when there is too little usage. No usage at all is never less than a limit,
 * because more often than not the reports are missing or late.
 */
export function valueOf(
  { impactMetric, triggerCondition }: WatchedSafeguard,
  { matching, total }: MeasuredUsage,
  ms: number,
): number | undefined {
  const { aggregationMode } = impactMetric;
  const isCounted = isOfEvaluations(impactMetric);
  if (aggregationMode === 'avg')
    return total < (isCounted ? MIN_EVALUATIONS : 1) ? undefined : matching / total;
  if (triggerCondition.operator === '<' && total <= 0) return undefined;
  if (aggregationMode === 'count' && !isCounted) return total;
  return aggregationMode === 'rps' ? matching / Math.max(1, ms / SECOND_MS) : matching;
}

/** Whether a number is beyond the limit. */
export function isBeyond({ triggerCondition }: WatchedSafeguard, value: number): boolean {
  const { operator, threshold } = triggerCondition;
  return operator === '>' ? value > threshold : value < threshold;
}

/** What a safeguard found, in a sentence. */
export function reasonOf({ safeguard, value }: Violation): string {
  const { impactMetric, triggerCondition } = safeguard;
  const { metricName, aggregationMode, timeRange } = impactMetric;
  const limit = `${OPERATORS[triggerCondition.operator]} ${triggerCondition.threshold}`;
  const shown = Number.isInteger(value) ? value : Number(value.toPrecision(6));
  return `The ${aggregationMode} of ${metricName} in the last ${timeRange} is ${shown}, ${limit}.`;
}
