import { BadDataError } from '../../errors/general.errors.js';

/** All variants together make a thousand. */
export const TOTAL_WEIGHT = 1000;

interface Weighted {
  name: string;
  weight: number;
  weightType?: 'variable' | 'fix';
}

/**
 * Whether variants have their weights already, in whatever order these were given: then there is
 * nothing to divide.
 */
export function isWhole(variants: readonly Weighted[]): boolean {
  return variants.reduce((sum, variant) => sum + variant.weight, 0) === TOTAL_WEIGHT;
}

/**
 * Gives every variant its weight: fixed ones keep theirs, and what they leave of 1000 is divided
 * evenly among the variable ones, the remainder going one each to the first of them in the order
 * sent. The weights that were sent for variable ones do not count (reference behaviour).
 * @throws BadDataError when a name appears twice, the fixed weights exceed 1000, or no variant is
 * variable.
 */
export function withWeights<T extends Weighted>(variants: readonly T[]): T[] {
  if (variants.length === 0) return [];
  const names = new Set(variants.map((v) => v.name));
  if (names.size < variants.length)
    throw new BadDataError('The names of variants must be unique within the feature.');
  const variable = variants.filter((v) => v.weightType !== 'fix');
  if (variable.length === 0)
    throw new BadDataError(
      'At least one variant must have the weightType "variable", to take what the fixed ones leave.',
    );
  const left =
    TOTAL_WEIGHT - variants.reduce((sum, v) => sum + (v.weightType === 'fix' ? v.weight : 0), 0);
  if (left < 0)
    throw new BadDataError(
      `The fixed weights add up to ${TOTAL_WEIGHT - left}, which is more than ${TOTAL_WEIGHT}.`,
    );
  const share = Math.floor(left / variable.length);
  const remainder = left - share * variable.length;
  const weightOf = new Map(variable.map((v, index) => [v, share + (index < remainder ? 1 : 0)]));
  return variants.map((v) => ({ ...v, weight: weightOf.get(v) ?? v.weight }));
}
