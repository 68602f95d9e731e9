import type { ApiError } from '../errors/api-error.js';

/**
 * Makes the error of a violated constraint. `key` is the value that PostgreSQL refused, such as a
 * name; empty when it names none.
 */
export interface ConstraintError {
  (key: string): ApiError;
  /**
   * Only another transaction of the same moment can cause it, so repeating the transaction helps.
   */
  isRace?: boolean;
}

/**
 * The errors of violated constraints, by the name of the constraint. Each domain declares those of
 * its own tables.
 */
export type ConstraintErrors = Readonly<Record<string, ConstraintError>>;

/** Marks the error of a constraint that only another transaction of the same moment can violate. */
export function isRace(error: (key: string) => ApiError): ConstraintError {
  return Object.assign(error, { isRace: true });
}
