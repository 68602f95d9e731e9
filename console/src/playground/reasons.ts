import type { Schemas } from '../api/client.js';
import { playgroundTexts as texts } from '../texts/playground.js';

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
  reasons.push(...strategies.data.map(strategyReason));
  if (result.isEnabled && result.variant.enabled)
    reasons.push({ text: texts.variant(result.variant.name, result.variant.payload?.value) });
  return reasons;
}

function strategyReason(strategy: Strategy): Reason {
  const { name, title, disabled, result, constraints, segments, parameters } = strategy;
  const text = title ? `${title} (${name})` : name;
  if (disabled) return { text: texts.disabledStrategy(text) };
  const parts: Reason[] = [
    ...segments.map((segment) => ({
      text: texts.segment(segment.name),
      isMet: segment.result,
      parts: segment.constraints.map(constraintReason),
    })),
    ...constraints.map(constraintReason),
  ];
  if (result.enabled === 'unknown')
    return { text: texts.strategy(text), parts: [...parts, { text: texts.custom }] };
  const rulesMatch = parts.every(({ isMet }) => isMet !== false);
  const given = Object.entries(parameters).filter(([, value]) => value !== '');
  if (rulesMatch && given.length > 0)
    parts.push({ text: texts.parameters(given), isMet: result.enabled });
  return { text: texts.strategy(text), isMet: result.enabled, parts };
}

const MOST_VALUES = 10;

function constraintReason(constraint: Constraint): Reason {
  const { contextName, operator, values, value, inverted, result } = constraint;
  const all = values.length > 0 ? values : value === undefined ? [] : [String(value)];
  return {
    text: texts.constraint(
      contextName,
      texts.operators[operator] ?? operator,
      all.slice(0, MOST_VALUES),
      all.length - MOST_VALUES,
      inverted,
    ),
    isMet: result,
  };
}
