import { safeguardTexts as texts } from '../../../../texts/release-plans.js';
import { number, percent } from '../../../../texts/format.js';
import type { Safeguard } from '../release-plan-queries.js';

/** The metric that the service counts itself. */
export const EVALUATIONS = 'evaluations';
const PERCENT = 100;

/** When a safeguard acts, such as `Goes back if the number of evaluations … is more than 500.` */
export function wordsOfSafeguard(
  { impactMetric, triggerCondition }: Pick<Safeguard, 'impactMetric' | 'triggerCondition'>,
  sentence = texts.sentence,
): string {
  const { metricName, aggregationMode, timeRange, labelSelectors } = impactMetric;
  const isShare = metricName === EVALUATIONS && aggregationMode === 'avg';
  const name = metricName === EVALUATIONS ? texts.evaluationsOf : metricName;
  const labels = Object.entries(labelSelectors).map(
    ([label, values]) => `${label}: ${values.join(', ')}`,
  );
  const metric = labels.length > 0 ? `${name}${texts.labels(labels)}` : name;
  const what = texts.what[isShare ? 'share' : aggregationMode] ?? texts.what.count!;
  return sentence(
    what(metric),
    texts.ranges[timeRange] ?? timeRange,
    limitWords(triggerCondition, isShare),
  );
}

/** A limit, such as `more than 500`. */
export function limitWords(
  { operator, threshold }: Safeguard['triggerCondition'],
  isShare = false,
): string {
  return texts.limit(
    texts.operators[operator] ?? operator,
    isShare ? percent(threshold * PERCENT) : number(threshold),
  );
}
