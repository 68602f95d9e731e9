import { isDeepStrictEqual } from 'node:util';
import { BadDataError } from '../../../platform/errors/general.errors.js';
import type { VariantDto } from './variant.dto.js';

/** The sum of the weights of all variants. */
const TOTAL_WEIGHT = 1000;

interface Weighted {
  name: string;
  weight: number;
  weightType?: 'variable' | 'fix';
}

/** Whether the weights are already complete, so that nothing has to be computed. */
export function isWhole(variants: readonly Weighted[]): boolean {
  return variants.reduce((sum, variant) => sum + variant.weight, 0) === TOTAL_WEIGHT;
}

/**
 * Computes the weights: fixed variants keep theirs, and variable ones share the rest of 1000
 * equally, with the remainder going to the first ones in the given order. Given weights of variable
 * variants are ignored (reference behaviour).
 * @throws BadDataError when a name is duplicated, the fixed weights exceed 1000, or no variant is
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
      'At least one variant must have the weightType "variable", to get the weight that fixed ' +
        'variants leave.',
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

/**
 * Variants in stored form: with weights and weight types, ordered by name.
 * @throws BadDataError as {@link withWeights}.
 */
export function storedVariants(variants: readonly VariantDto[]): VariantDto[] {
  return withWeights(variants)
    .map((variant) => ({ ...variant, weightType: variant.weightType ?? ('variable' as const) }))
    .sort(byName);
}

/**
 * Variants of a strategy with weights, ordered by name, so that SDKs choose among them as with the
 * reference. Weights that are shared equally already are kept, also if the remainder is elsewhere,
 * so that writing what was read changes nothing.
 * @throws BadDataError as {@link withWeights}.
 */
export function strategyVariants<T extends Weighted>(variants: readonly T[]): T[] {
  const weighted = withWeights(variants);
  const isShared = isDeepStrictEqual(sharesOf(weighted), sharesOf(variants));
  return (isShared ? [...variants] : weighted).sort(byName);
}

const byName = (a: Weighted, b: Weighted): number => a.name.localeCompare(b.name, 'en');

/** The weights of variable variants, from the smallest. */
const sharesOf = (variants: readonly Weighted[]): number[] =>
  variants.flatMap((v) => (v.weightType === 'fix' ? [] : v.weight)).sort((a, b) => a - b);
