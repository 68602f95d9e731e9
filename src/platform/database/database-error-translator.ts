import type { ApiError } from '../errors/api-error.js';
import type { ConstraintErrors } from './constraint-errors.js';
import { isTransient, meaningOf, postgresErrorOf } from './postgres-errors.js';

/** Translates errors of PostgreSQL, including violated constraints, to API errors. */
export class DatabaseErrorTranslator {
  constructor(private readonly constraints: ConstraintErrors) {}

  /** @returns The API error; undefined when the error is a bug of this service. */
  translate(error: unknown): ApiError | undefined {
    const { constraint = '', detail = '' } = postgresErrorOf(error) ?? {};
    const violated = this.constraints[constraint];
    return violated ? violated(/\)=\((.*)\) /.exec(detail)?.[1] ?? '') : meaningOf(error);
  }

  /** Whether a transaction failed only because of a concurrent one, so that retrying helps. */
  isTransient(error: unknown): boolean {
    return (
      isTransient(error) ||
      this.constraints[postgresErrorOf(error)?.constraint ?? '']?.isRace === true
    );
  }
}
