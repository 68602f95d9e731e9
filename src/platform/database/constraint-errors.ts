import type { ApiError } from '../errors/api-error.js';

/**
 * Creates the error for a violated constraint. `key` is the refused value, such as a name; empty
 * when PostgreSQL reports none.
 */
export interface ConstraintError {
  (key: string): ApiError;
  /** Whether only a concurrent transaction can cause the violation, so that retrying helps. */
  isRace?: boolean;
}

/** Errors by constraint name. Each domain declares those of its own tables. */
export type ConstraintErrors = Readonly<Record<string, ConstraintError>>;

/** Marks a constraint that only a concurrent transaction can violate. */
export function isRace(error: (key: string) => ApiError): ConstraintError {
  return Object.assign(error, { isRace: true });
}
