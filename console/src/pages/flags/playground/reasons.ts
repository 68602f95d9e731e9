import type { Schemas } from '../../../api/client.js';
import { wordsOfConstraint } from '../constraints/constraint-words.js';
import { nameOf, reachOf } from '../strategies/strategy-words.js';
import { playgroundTexts as texts } from '../../../texts/playground.js';
import { weightTexts } from '../../../texts/weights.js';
import { shareOf } from '../variants/percent-of.js';

export type Result = Schemas['AdvancedPlaygroundResultResponse'];
type Strategy = Schemas['EvaluatedStrategyResponse'];
type Constraint = Schemas['EvaluatedConstraintResponse'];

/** A rule and its result, with the rules that it consists of. */
export interface Reason {
  text: string;
  /** Undefined for what neither matches nor fails, such as disabled strategies. */
  isMet?: boolean;
  parts?: readonly Reason[];
}

/** Why a feature is on or off for a context, rule by rule. */
export function reasonsOf(result: Result): readonly Reason[] {
  const { environment, isEnabledInCurrentEnvironment: isOn, strategies } = result;
  const reasons: Reason[] = [{ text: texts.switched(isOn, environment), isMet: isOn }];
  if (result.hasUnsatisfiedDependency) reasons.push({ text: texts.parent, isMet: false });
  if (strategies.data.length === 0) reasons.push({ text: texts.noStrategies });
  reasons.push(...strategies.data.map((one) => strategyReason(one, result.context)));
  if (result.isEnabled && result.variant.enabled) reasons.push(variantReason(result));
  return reasons;
}

function variantReason({ variant, variants }: Result): Reason {
  const shares = variants.map(({ name, weight }) => weightTexts.share(name, shareOf(weight)));
  return {
    text: texts.variant(variant.name, variant.payload?.value),
    parts: shares.length > 1 ? [{ text: texts.chosenFrom(shares) }] : [],
  };
}

function strategyReason(strategy: Strategy, context: Result['context']): Reason {
  const { disabled, result, constraints, segments } = strategy;
  const text = nameOf({ ...strategy, title: strategy.title ?? null });
  if (disabled) return { text: texts.disabledStrategy(text) };
  const parts: Reason[] = [
    ...segments.map((segment) => ({
      text: texts.segment(segment.name),
      isMet: segment.result,
      parts: segment.constraints.map((one) => constraintReason(one, context)),
    })),
    ...constraints.map((one) => constraintReason(one, context)),
  ];
  if (result.enabled === 'unknown')
    return { text: texts.strategy(text), parts: [...parts, { text: texts.custom }] };
  const rulesMatch = parts.every(({ isMet }) => isMet !== false);
  const reach = reachOf(strategy);
  if (rulesMatch && reach) parts.push({ text: reach, isMet: result.enabled });
  return { text: texts.strategy(text), isMet: result.enabled, parts };
}

const MOST_VALUES = 10;

function constraintReason(constraint: Constraint, context: Result['context']): Reason {
  const given = context[constraint.contextName];
  const words = wordsOfConstraint(constraint, MOST_VALUES);
  return {
    text: given === undefined ? texts.notGiven(words) : texts.given(words, String(given)),
    isMet: constraint.result,
  };
}
