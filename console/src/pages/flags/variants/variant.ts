import type { Schemas } from '../../../api/client.js';
import { variantTexts as texts } from '../../../texts/variants.js';

export type Variant = Schemas['StrategyVariantDto'];
export type PayloadType = NonNullable<Variant['payload']>['type'];

/** All weights together. */
export const TOTAL_WEIGHT = 1000;

/** The weights that the service gives: variable variants share what fixed ones leave. */
export function withWeights<One extends { weight: number; weightType?: string }>(
  variants: readonly One[],
): One[] {
  const fixed = variants.filter(({ weightType }) => weightType === 'fix');
  const left = TOTAL_WEIGHT - fixed.reduce((sum, { weight }) => sum + weight, 0);
  const count = variants.length - fixed.length;
  let rest = left - Math.floor(left / count) * count;
  return variants.map((one) =>
    one.weightType === 'fix'
      ? one
      : { ...one, weight: Math.max(0, Math.floor(left / count)) + (rest-- > 0 ? 1 : 0) },
  );
}

/** What is wrong with the variants together; undefined when nothing is. */
export function faultOfVariants(variants: readonly Variant[]): string | undefined {
  if (variants.length === 0) return undefined;
  const fixed = variants.filter(({ weightType }) => weightType === 'fix');
  if (fixed.length === variants.length) return texts.noVariable;
  const sum = fixed.reduce((total, { weight }) => total + weight, 0);
  return sum > TOTAL_WEIGHT ? texts.tooMuch(sum / 10) : undefined;
}

/** What is wrong with the name of a variant. */
export function faultOfName(variant: Variant, all: readonly Variant[]): string | undefined {
  if (!/^[\w.~-]+$/.test(variant.name)) return texts.badName;
  return all.filter(({ name }) => name === variant.name).length > 1 ? texts.twice : undefined;
}

/** What is wrong with the payload of a variant. */
export function faultOfPayload({ payload }: Variant): string | undefined {
  if (!payload) return undefined;
  if (payload.value === '') return texts.noPayload;
  if (payload.type === 'number')
    return payload.value.trim() !== '' && Number.isFinite(Number(payload.value))
      ? undefined
      : texts.notANumber;
  return payload.type === 'json' ? faultOfJson(payload.value) : undefined;
}

function faultOfJson(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return texts.notJson((error as Error).message);
  }
}

/** Whether the variants cannot be saved as they are. */
export function areFaulty(variants: readonly Variant[]): boolean {
  return (
    faultOfVariants(variants) !== undefined ||
    variants.some((one) => faultOfName(one, variants) ?? faultOfPayload(one))
  );
}
