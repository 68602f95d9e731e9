import { type ShortConstraint, wordsOfConstraint } from '../constraints/constraint-words.js';
import { reachTexts as texts } from '../../../texts/reach.js';
import { reachOf, type Strategy } from './strategy-words.js';

/** Conditions and strategies beyond these are counted. */
const MOST = 2;

/** A strategy as far as the sentence tells of it. */
export interface ShortStrategy extends Pick<Strategy, 'name' | 'parameters'> {
  segmentCount: number;
  constraintCount: number;
  /** The first ones at least. */
  constraints: readonly ShortConstraint[];
}

interface Reach {
  enabled: boolean;
  /** How many strategies are active. */
  strategyCount: number;
  /** The first ones at least. */
  strategies: readonly ShortStrategy[];
}

interface Place {
  enabled: boolean;
  /** Evaluations as on and as off, reported for the current hour. */
  yes: number;
  no: number;
  strategies: readonly Strategy[];
}

/** Says who gets a feature in an environment, or would get it, and how often SDKs ask for it. */
export function reachSentence({ enabled, yes, no, strategies }: Place): string {
  const active = strategies.filter(({ disabled }) => !disabled).map(shortOf);
  const reach = shortSentence({ enabled, strategyCount: active.length, strategies: active });
  return yes + no > 0 ? `${reach} ${texts.asked(yes + no)}` : reach;
}

/** Says who gets a feature in an environment, or would get it. */
export function shortSentence({ enabled, strategyCount, strategies }: Reach): string {
  const isForAll = strategyCount === 0;
  const whos = shortened(strategies.map(whoOf), strategyCount, texts.moreStrategies);
  const who = isForAll ? texts.everybody : texts.any(whos);
  if (enabled) return texts.on(who);
  return isForAll ? texts.off : texts.offUntilOn(who);
}

function shortOf({ name, parameters, segments = [], constraints }: Strategy): ShortStrategy {
  const counts = { segmentCount: segments.length, constraintCount: constraints.length };
  return { name, parameters, constraints, ...counts };
}

/** The users of a strategy: `25% of users in 2 segments where country is one of NO, SE`. */
function whoOf({ name, parameters, constraints, ...counts }: ShortStrategy): string {
  const { segmentCount, constraintCount } = counts;
  const isForAll =
    name === 'default' ||
    (name === 'flexibleRollout' && Number(parameters['rollout'] ?? 100) === 100);
  const conditions = constraints.map((constraint) => wordsOfConstraint(constraint));
  return [
    isForAll ? texts.everybody : reachOf({ name, parameters }),
    segmentCount > 0 ? texts.inSegments(segmentCount) : '',
    constraintCount > 0
      ? texts.where(shortened(conditions, constraintCount, texts.moreConditions))
      : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** The first words, and how many of all were left out. */
function shortened(
  words: readonly string[],
  count: number,
  more: (left: number) => string,
): string[] {
  const left = count - MOST;
  return left > 0 ? [...words.slice(0, MOST), more(left)] : [...words];
}
