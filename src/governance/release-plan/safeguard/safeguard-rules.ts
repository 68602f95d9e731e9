import { randomUUID } from 'node:crypto';
import { BadDataError } from '../../../platform/errors/general.errors.js';
import { isSameJson } from './same-json.js';
import type { SafeguardDto } from './safeguard.dto.js';
import type { SafeguardResponse } from './safeguard.response.js';

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
