import { isMoment } from '../../platform/http/validation/calendar.js';
import { DATE_OPERATORS, SINGLE_VALUE_OPERATORS } from './strategy/operators.js';

type Item = Readonly<Record<string, unknown>>;
/** Is told in a sentence what has been repaired. */
type Report = (repair: string) => unknown;

/** The format of a date with a blank instead of `T`. */
const BLANK_DATE = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d.*)$/;

/**
 * Variants of another server, with what cannot be written here repaired, unless that would change
 * an evaluation. What is not a list of variants is returned unchanged.
 */
export function repairedVariants(variants: unknown, report: Report): unknown {
  if (!Array.isArray(variants) || !variants.every(isItem)) return variants;
  return withWholeWeights(variants, report).map((variant) => {
    if (!isItem(variant['payload']) || Object.keys(variant['payload']).length > 0) return variant;
    report('Payloads without a type and a value are left out.');
    return { ...variant, payload: undefined };
  });
}

/**
 * Fractional weights as whole numbers. SDKs compare a whole number up to the total with the sum of
 * the weights so far, so that the fractions of these sums have no effect. A fractional total would
 * have one; such weights stay.
 */
function withWholeWeights(variants: readonly Item[], report: Report): readonly Item[] {
  const weights = variants.map(({ weight }) => weight);
  if (!weights.every((weight) => typeof weight === 'number' && weight >= 0)) return variants;
  const given = weights as number[];
  const total = given.reduce((sum, weight) => sum + weight, 0);
  if (!Number.isInteger(total) || given.every(Number.isInteger)) return variants;
  report('Fractional weights are rounded so that everybody keeps the same variant.');
  let sum = 0;
  return variants.map((variant, n) => {
    const before = Math.floor(sum);
    sum += given[n]!;
    return { ...variant, weight: Math.floor(sum) - before };
  });
}

/** Constraints of another server, repaired like variants. */
export function repairedConstraints(constraints: unknown, report: Report): unknown {
  if (!Array.isArray(constraints)) return constraints;
  return constraints.map((constraint: unknown) =>
    isItem(constraint) ? withoutBlank(withoutValues(constraint, report), report) : constraint,
  );
}

/** SDKs do not read the list of an operator that compares with one value. */
function withoutValues(constraint: Item, report: Report): Item {
  const { operator, values } = constraint;
  const isRead = !(SINGLE_VALUE_OPERATORS as readonly unknown[]).includes(operator);
  if (isRead || !Array.isArray(values) || values.length === 0) return constraint;
  report('Lists of values that the operator does not read are left out.');
  return { ...constraint, values: [] };
}

function withoutBlank(constraint: Item, report: Report): Item {
  const { operator, value } = constraint;
  if (typeof value !== 'string' || !(DATE_OPERATORS as readonly unknown[]).includes(operator))
    return constraint;
  const date = value.trim().replace(BLANK_DATE, '$1T$2');
  if (date === value || !isMoment(date) || Date.parse(date) !== Date.parse(value))
    return constraint;
  report('Dates are written with T instead of a blank.');
  return { ...constraint, value: date };
}

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
