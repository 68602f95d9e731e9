import { BadDataError } from './errors.js';

/** A filter of a query: an operator, and the values that it is about. */
export interface Filter<Operator extends string> {
  operator: Operator;
  values: string[];
}

/**
 * Reads a filter as queries write it, `OPERATOR:value,value` (reference behaviour). @throws BadDataError when it is written otherwise.
 */
export function parseFilter<Operator extends string>(name: string, text: string, operators: readonly Operator[]): Filter<Operator> {
  const colon = text.indexOf(':');
  const operator = operators.find((known) => known === text.slice(0, Math.max(colon, 0)));
  if (!operator) {
    const message = `${name} is written as ${operators[0]}:value, with one of ${operators.join(', ')} before the colon; not as "${text}".`;
    throw new BadDataError(message, [{ message, path: `/query/${name}` }]);
  }
  const values = text
    .slice(colon + 1)
    .split(',')
    .map((value) => value.trim());
  return { operator, values };
}

/** @throws BadDataError that says what a filter's value has to be. */
export function refuseFilter(name: string, wanted: string): never {
  const message = `${name} must be ${wanted}.`;
  throw new BadDataError(message, [{ message, path: `/query/${name}` }]);
}
