import type { FactStrategy, FactVariant, PresentState } from './removal.sql.js';
import type { RemovalReason } from './removal.dto.js';

/** What everybody gets, or why that is not the same. */
export interface Outcome {
  state: 'on' | 'off' | null;
  variant: string | null;
  refusals: [RemovalReason, string][];
}

/** What SDKs make of a feature, whatever their context. */
export function outcomeOf(present: PresentState): Outcome {
  if (!present.enabled) return { state: 'off', variant: null, refusals: [] };
  const active = present.strategies.filter(({ disabled }) => !disabled);
  // SDKs take a feature without strategies as on for everybody.
  const isForAll = present.strategies.length === 0 || active.some(isUnconditional);
  if (!isForAll)
    return refused('conditional', 'It is on, but no strategy of it is for everybody (100 %).');
  if (present.parents.length > 0)
    return refused('parents', `It is on only where that allows it: ${present.parents.join(', ')}.`);
  const variant = variantOf(active, present.variants);
  return variant === undefined
    ? refused('several-variants', 'It is on for everybody, but not with the same variant.')
    : { state: 'on', variant, refusals: [] };
}

const refused = (reason: RemovalReason, message: string): Outcome => ({
  ...{ state: null, variant: null },
  refusals: [[reason, message]],
});

/** What SDKs decide by without a field that the context could lack. */
const ALWAYS_KNOWN = ['default', 'random'];

/** Whether a strategy is for everybody. */
function isUnconditional({ name, parameters, isLimited }: FactStrategy): boolean {
  if (isLimited) return false;
  const { rollout, stickiness } = parameters;
  const isForAll = rollout === '100' && ALWAYS_KNOWN.includes(stickiness || 'default');
  return name === 'default' || (name === 'flexibleRollout' && isForAll);
}

/** The variant that everybody gets, null for none; undefined when it differs. */
function variantOf(
  strategies: readonly FactStrategy[],
  variants: readonly FactVariant[],
): string | null | undefined {
  const lists = strategies.map((strategy) =>
    // Variants of a strategy take precedence over those of the feature.
    onlyOf(strategy.variants.length > 0 ? strategy.variants : variants),
  );
  const [first, ...others] = lists.length > 0 ? lists : [onlyOf(variants)];
  return others.every((one) => one === first) ? first : undefined;
}

function onlyOf(variants: readonly FactVariant[]): string | null | undefined {
  if (variants.length === 0) return null;
  const given = variants.filter(({ weight, overrides = [] }) => weight > 0 || overrides.length > 0);
  const [first, ...others] = given;
  // A variant with weight 0 is still given to the users named in its overrides.
  return first && others.length === 0 && first.weight > 0 ? first.name : undefined;
}
