import { wordsOfConstraint } from '../constraints/constraint-words.js';
import { reachTexts as texts } from '../texts/reach.js';
import { reachOf, type Strategy } from './strategy-words.js';

/** Conditions and strategies beyond these are counted. */
const MOST = 2;

interface Place {
  enabled: boolean;
  /** Evaluations as on and as off, reported for the current hour. */
  yes: number;
  no: number;
  strategies: readonly Strategy[];
}

/** Says who gets a feature in an environment, or would get it, and how often SDKs ask for it. */
export function reachSentence({ yes, no, ...place }: Place): string {
  const reach = sentenceOf(place);
  return yes + no > 0 ? `${reach} ${texts.asked(yes + no)}` : reach;
}

function sentenceOf({ enabled, strategies }: Pick<Place, 'enabled' | 'strategies'>): string {
  const active = strategies.filter(({ disabled }) => !disabled);
  const who =
    active.length === 0
      ? texts.everybody
      : texts.any(shortened(active.map(whoOf), texts.moreStrategies));
  if (enabled) return texts.on(who);
  return active.length === 0 ? texts.off : texts.offUntilOn(who);
}

/** The users of a strategy: `25% of users in 2 segments where country is one of NO, SE`. */
function whoOf(strategy: Strategy): string {
  const { name, parameters, segments = [], constraints } = strategy;
  const isForAll =
    name === 'default' ||
    (name === 'flexibleRollout' && Number(parameters['rollout'] ?? 100) === 100);
  const conditions = constraints.map((constraint) => wordsOfConstraint(constraint));
  return [
    isForAll ? texts.everybody : reachOf(strategy),
    segments.length > 0 ? texts.inSegments(segments.length) : '',
    conditions.length > 0 ? texts.where(shortened(conditions, texts.moreConditions)) : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function shortened(all: readonly string[], more: (count: number) => string): string[] {
  const left = all.length - MOST;
  return left > 0 ? [...all.slice(0, MOST), more(left)] : [...all];
}
