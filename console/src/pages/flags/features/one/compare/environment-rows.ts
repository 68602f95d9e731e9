import { wordsOfConstraint } from '../../../constraints/constraint-words.js';
import { nameOf, reachOf, type Strategy } from '../../../strategies/strategy-words.js';
import { compareTexts as texts } from '../../../../../texts/compare.js';
import { strategyTexts } from '../../../../../texts/strategies.js';
import { shareOf } from '../../../variants/percent-of.js';
import type { Feature } from '../../feature-queries.js';

type Environment = Feature['environments'][number];

/** One line of a comparison: what each side has, in words; an empty list where it has nothing. */
export interface ComparedRow {
  what: string;
  left: readonly string[];
  right: readonly string[];
  differs: boolean;
}

/**
 * What two environments of a feature have, side by side. Strategies that say the same stand beside
 * each other; the others are paired in their order.
 * @param segments The names of segments by their ids, as far as they are known.
 */
export function environmentRows(
  left: Environment,
  right: Environment,
  segments: ReadonlyMap<number, string>,
): ComparedRow[] {
  const state = ({ enabled }: Environment): string[] => [enabled ? texts.on : texts.off];
  const wordsIn = ({ strategies }: Environment): string[][] =>
    strategies.map((strategy) => wordsOf(strategy, segments));
  const strategies = paired(wordsIn(left), wordsIn(right));
  return [
    rowOf(texts.state, state(left), state(right)),
    ...strategies.map(([one, other], index) => rowOf(texts.strategy(index + 1), one, other)),
    ...variantRows(left, right),
  ];
}

function rowOf(what: string, left: readonly string[], right: readonly string[]): ComparedRow {
  return { what, left, right, differs: left.join('\n') !== right.join('\n') };
}

/** A strategy in words, without its id, which differs in every environment. */
function wordsOf(strategy: Strategy, names: ReadonlyMap<number, string>): string[] {
  const { disabled, constraints, segments = [], variants = [] } = strategy;
  const inSegments = segments.map((id) => names.get(id) ?? strategyTexts.segmentNumber(id));
  return [
    disabled ? `${nameOf(strategy)} (${texts.disabled})` : nameOf(strategy),
    reachOf(strategy),
    ...(inSegments.length > 0 ? [strategyTexts.segments(inSegments)] : []),
    ...constraints.map((constraint) => wordsOfConstraint(constraint)),
    ...variants.map(({ name, weight }) => `${texts.variant(name)}: ${shareOf(weight)}`),
  ];
}

/** Equal ones beside each other, then the others in their order. */
function paired(left: string[][], right: string[][]): [string[], string[]][] {
  const others = [...right];
  const equal: [string[], string[]][] = [];
  const alone: string[][] = [];
  for (const one of left) {
    const at = others.findIndex((other) => other.join('\n') === one.join('\n'));
    if (at < 0) alone.push(one);
    else equal.push([one, others.splice(at, 1)[0]!]);
  }
  const count = Math.max(alone.length, others.length);
  const rest = Array.from({ length: count }, (_, index): [string[], string[]] => [
    alone[index] ?? [],
    others[index] ?? [],
  ]);
  return [...equal, ...rest];
}

function variantRows(left: Environment, right: Environment): ComparedRow[] {
  const names = new Set([...left.variants, ...right.variants].map(({ name }) => name));
  const wordsIn = ({ variants }: Environment, name: string): string[] => {
    const variant = variants.find((one) => one.name === name);
    return variant ? [shareOf(variant.weight), variant.payload?.value ?? ''].filter(Boolean) : [];
  };
  return [...names].map((name) =>
    rowOf(texts.variant(name), wordsIn(left, name), wordsIn(right, name)),
  );
}
