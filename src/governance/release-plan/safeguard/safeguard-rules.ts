import { randomUUID } from 'node:crypto';
import { BadDataError } from '../../../platform/errors/general.errors.js';
import type { MeasuredUsage } from './measure.sql.js';
import type { SafeguardDto, SafeguardResponse } from './safeguard.dto.js';
import { isSameJson } from './same-json.js';

/** Name of the metric that the service counts itself. */
const EVALUATIONS = 'evaluations';
const MODES: readonly string[] = ['count', 'sum', 'rps', 'avg'];
const LABELS: readonly string[] = ['enabled', 'variant', 'appName'];
/** Maximum number of labels. */
const MAX_LABELS = 20;
/** Maximum number of values of a label. */
const MAX_VALUES = 20;
/** Maximum length of a label, and of a value of it, in characters. */
const MAX_LENGTH = 255;
/** Maximum length of all labels with their values, as JSON, in characters. */
const MAX_CHARACTERS = 2_000;

/** What a safeguard watches, whatever it does. */
export type WatchedSafeguard = Omit<SafeguardResponse, 'action'>;

/**
 * A new safeguard of a plan.
 * @throws BadDataError when metric, mode and labels do not go together.
 */
export function safeguardOf(dto: SafeguardDto, planId: string): SafeguardResponse {
  const { id, ...watched } = watchedOf(dto);
  return { id, action: { type: 'startPreviousMilestone', id: planId }, ...watched };
}

/**
 * What a new safeguard watches.
 * @throws BadDataError when metric, mode and labels do not go together.
 */
export function watchedOf({ impactMetric, triggerCondition }: SafeguardDto): WatchedSafeguard {
  const { metricName, timeRange, aggregationMode, labelSelectors } = impactMetric;
  if (!MODES.includes(aggregationMode))
    throw refusal(
      'aggregationMode',
      `Values are not kept, so there is no ${aggregationMode}. Use one of ${MODES.join(', ')}.`,
    );
  requireLists(labelSelectors);
  if (isOfEvaluations({ metricName })) requireLabels(labelSelectors, aggregationMode === 'avg');
  return {
    id: randomUUID(),
    triggerCondition,
    impactMetric: { id: randomUUID(), metricName, timeRange, aggregationMode, labelSelectors },
  };
}

/** Whether two safeguards watch the same. */
export function isSameMetric(one: WatchedSafeguard, other: WatchedSafeguard): boolean {
  const [a, b] = [one, other].map(({ impactMetric }) => ({ ...impactMetric, id: '' }));
  return isSameJson(a, b);
}

/** Whether the service counts the metric itself. */
export function isOfEvaluations({ metricName }: { metricName: string }): boolean {
  return metricName === EVALUATIONS;
}

function requireLists(selectors: Record<string, unknown>): void {
  if (Object.keys(selectors).length > MAX_LABELS)
    throw refusal('labelSelectors', `There can be at most ${MAX_LABELS} labels.`);
  for (const [label, values] of Object.entries(selectors))
    if (label.length > MAX_LENGTH || !isListOfTexts(values))
      throw refusal(
        `labelSelectors/${label}`,
        `Each label must have a list of 1 to ${MAX_VALUES} texts, and a label and a text at most ` +
          `${MAX_LENGTH} characters.`,
      );
  const { length } = JSON.stringify(selectors);
  if (length > MAX_CHARACTERS)
    throw refusal(
      'labelSelectors',
      `All labels can have at most ${MAX_CHARACTERS} characters of JSON together, not ${length}.`,
    );
}

function requireLabels(selectors: Record<string, string[]>, isShare: boolean): void {
  const unknown = Object.keys(selectors).find((label) => !LABELS.includes(label));
  if (unknown !== undefined)
    throw refusal(
      `labelSelectors/${unknown}`,
      `Evaluations have no label "${unknown}". Use ${LABELS.join(', ')}.`,
    );
  if (selectors['enabled']?.some((value) => value !== 'true' && value !== 'false'))
    throw refusal(
      'labelSelectors/enabled',
      'The values of the label "enabled" must be "true" or "false".',
    );
  if ('enabled' in selectors && 'variant' in selectors)
    throw refusal('labelSelectors/variant', 'Select by "enabled" or by "variant", not by both.');
  if (isShare && !('enabled' in selectors) && !('variant' in selectors))
    throw refusal('labelSelectors', 'A share (avg) needs the label "enabled" or "variant".');
}

function isListOfTexts(values: unknown): values is string[] {
  return (
    Array.isArray(values) &&
    values.length > 0 &&
    values.length <= MAX_VALUES &&
    values.every((value) => typeof value === 'string' && value.length <= MAX_LENGTH)
  );
}

function refusal(property: string, message: string): BadDataError {
  return new BadDataError(message, [{ message, path: `/body/impactMetric/${property}` }]);
}

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
export function isBeyond(
  { triggerCondition }: Pick<WatchedSafeguard, 'triggerCondition'>,
  value: number,
): boolean {
  const { operator, threshold } = triggerCondition;
  return operator === '>' ? value > threshold : value < threshold;
}

/** What a safeguard found, in a sentence. */
export function reasonOf({ safeguard, value }: Violation): string {
  const { impactMetric, triggerCondition } = safeguard;
  const { metricName, aggregationMode, timeRange } = impactMetric;
  const is = `is ${shownNumber(value)}, ${limitOf(triggerCondition)}`;
  return `The ${aggregationMode} of ${metricName} in the last ${timeRange} ${is}.`;
}

/** A limit in words. */
export function limitOf({ operator, threshold }: WatchedSafeguard['triggerCondition']): string {
  return `${OPERATORS[operator]} ${threshold}`;
}

/** A number that was measured, without meaningless digits. */
export function shownNumber(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(6));
}
