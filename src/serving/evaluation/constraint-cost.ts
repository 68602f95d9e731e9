import type { ConstraintResponse } from '../../flags/feature/strategy/strategy.response.js';

/**
 * Evaluation time of the SDK in microseconds, measured on a CPU of 2020: an upper bound, plus a
 * time for each character of the longest text in the context.
 */
export interface EvaluationCost {
  fixed: number;
  perCharacter: number;
}

/** Maximum number of instructions of a compiled pattern; larger ones are refused. */
const LARGEST_PROGRAM = 1_000;
const COMPILING_INSTRUCTION = 5;
const MATCHING_INSTRUCTION = 0.06;
const LIST_VALUE = 1;
const NETWORK = 100;
const SEARCHED_CHARACTER = 0.0025;
const REPETITION = /\{(\d{1,4})(?:,(\d{0,4}))?\}/g;

const costs = new WeakMap<ConstraintResponse, EvaluationCost>();

/** The cost of a constraint, which is estimated once. */
export function costOf(constraint: ConstraintResponse): EvaluationCost {
  let cost = costs.get(constraint);
  if (!cost) costs.set(constraint, (cost = estimated(constraint)));
  return cost;
}

/** The sum of several costs. */
export function sumOf(all: Iterable<EvaluationCost>): EvaluationCost {
  const sum = { fixed: 0, perCharacter: 0 };
  for (const { fixed, perCharacter } of all) {
    sum.fixed += fixed;
    sum.perCharacter += perCharacter;
  }
  return sum;
}

/** Microseconds for a context whose longest text has this length. */
export function microseconds({ fixed, perCharacter }: EvaluationCost, characters: number): number {
  return fixed + perCharacter * characters;
}

function estimated({ operator, value, values }: ConstraintResponse): EvaluationCost {
  const count = values?.length ?? 0;
  if (operator === 'REGEX') {
    const instructions = programSize(value ?? '');
    return {
      fixed: instructions * COMPILING_INSTRUCTION,
      perCharacter: instructions * MATCHING_INSTRUCTION,
    };
  }
  if (operator === 'IN_CIDR') return { fixed: LIST_VALUE + count * NETWORK, perCharacter: 0 };
  return {
    fixed: LIST_VALUE + count * LIST_VALUE,
    perCharacter: operator.startsWith('STR_') ? count * SEARCHED_CHARACTER : 0,
  };
}

/** An upper bound on the instructions that a pattern is compiled to. */
function programSize(pattern: string): number {
  const repetitions = [...pattern.matchAll(REPETITION)].reduce(
    (sum, [, min, max]) => sum + Number(max || min),
    1,
  );
  return Math.min(LARGEST_PROGRAM, pattern.length * repetitions);
}
