import { BadDataError } from '../errors/general.errors.js';
import { isDay } from './validation/calendar.js';

/** Maximum number of values of a filter. Every row is compared with each of them. */
const MAX_FILTER_VALUES = 50;
/** Maximum length of a search text. */
export const MAX_TEXT_LENGTH = 1_000;

/** A query filter: an operator with its values. */
export interface Filter<Operator extends string> {
  operator: Operator;
  values: string[];
}

/**
 * Parses a filter in the form `OPERATOR:value,value` (reference behaviour).
 * @throws BadDataError when it has another form.
 */
export function parseFilter<Operator extends string>(
  name: string,
  text: string,
  operators: readonly Operator[],
): Filter<Operator> {
  const colon = text.indexOf(':');
  const operator = operators.find((known) => known === text.slice(0, Math.max(colon, 0)));
  if (!operator) {
    const message =
      `${name} is written as ${operators[0]}:value, with one of ${operators.join(', ')} before ` +
      `the colon; not as "${text}".`;
    throw new BadDataError(message, [{ message, path: `/query/${name}` }]);
  }
  return { operator, values: valuesIn(name, text.slice(colon + 1)) };
}

/**
 * The distinct values of a comma-separated list.
 * @throws BadDataError when there are more than {@link MAX_FILTER_VALUES}.
 */
export function valuesIn(name: string, text: string): string[] {
  const values = [...new Set(text.split(',').map((value) => value.trim()))];
  if (values.length > MAX_FILTER_VALUES)
    refuseFilter(
      name,
      `about at most ${MAX_FILTER_VALUES} different values, and not ${values.length}`,
    );
  return values;
}

/** @throws BadDataError that describes the valid values of a filter. */
export function refuseFilter(name: string, wanted: string): never {
  const message = `${name} must be ${wanted}.`;
  throw new BadDataError(message, [{ message, path: `/query/${name}` }]);
}

/**
 * The start, in UTC, of a day that a query names.
 * @throws BadDataError when there is no such day.
 */
export function startOfDay(name: string, text: string): number {
  if (!isDay(text)) refuseFilter(name, 'a day like 2026-01-31');
  return Date.parse(`${text}T00:00:00Z`);
}
