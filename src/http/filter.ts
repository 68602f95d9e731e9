import { BadDataError } from '../errors/general.errors.js';

/**
 * How many values a filter has at most: each of them is looked for in everything that is searched.
 */
export const MOST_VALUES = 50;
/** How long a text is at most that is looked for in everything that is searched. */
export const LONGEST_TEXT = 1_000;

/** A filter of a query: an operator, and the values that it is about. */
export interface Filter<Operator extends string> {
  operator: Operator;
  values: string[];
}

/**
 * Reads a filter as queries write it, `OPERATOR:value,value` (reference behaviour). @throws
 * BadDataError when it is written otherwise.
 */
export function parseFilter<Operator extends string>(
  name: string,
  text: string,
  operators: readonly Operator[],
): Filter<Operator> {
  const colon = text.indexOf(':');
  const operator = operators.find((known) => known === text.slice(0, Math.max(colon, 0)));
  if (!operator) {
    const message = `${name} is written as ${operators[0]}:value, with one of ${operators.join(', ')} before the colon; not as "${text}".`;
    throw new BadDataError(message, [{ message, path: `/query/${name}` }]);
  }
  return { operator, values: valuesIn(name, text.slice(colon + 1)) };
}

/**
 * The different values of a list that commas part. @throws BadDataError when there are more than
 * {@link MOST_VALUES}.
 */
export function valuesIn(name: string, text: string): string[] {
  const values = [...new Set(text.split(',').map((value) => value.trim()))];
  if (values.length > MOST_VALUES)
    refuseFilter(name, `about at most ${MOST_VALUES} different values, and not ${values.length}`);
  return values;
}

/** @throws BadDataError that says what a filter's value has to be. */
export function refuseFilter(name: string, wanted: string): never {
  const message = `${name} must be ${wanted}.`;
  throw new BadDataError(message, [{ message, path: `/query/${name}` }]);
}
