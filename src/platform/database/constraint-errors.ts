import { ApiError } from '../errors/api-error.js';
import { InvalidOperationError, OperationDeniedError } from '../errors/general.errors.js';
import { isTransient, meaningOf, postgresErrorOf } from './postgres-errors.js';

/**
 * Creates the error for a violated constraint. `key` is the refused value, such as a name; empty
 * when PostgreSQL reports none.
 */
interface ConstraintError {
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

/** Translates errors of PostgreSQL, including violated constraints, to API errors. */
export class DatabaseErrorTranslator {
  constructor(private readonly constraints: ConstraintErrors) {}

  /** @returns The API error; undefined when the error is a bug of this service. */
  translate(error: unknown): ApiError | undefined {
    const { constraint = '', detail = '' } = postgresErrorOf(error) ?? {};
    const violated = this.constraints[constraint];
    if (!violated) return meaningOf(error);
    // As in `Key (name)=(checkout) already exists.`
    return violated(/\)=\((.*)\) /.exec(detail)?.[1] ?? '');
  }

  /**
   * Why an operation is not possible as things are, for operations that are part of another one.
   * @returns Undefined when it failed for another reason, such as a missing permission.
   */
  obstacle(error: unknown): ApiError | undefined {
    const refusal = error instanceof ApiError ? error : this.translate(error);
    const isObstacle =
      refusal?.status === 400 ||
      refusal?.status === 404 ||
      refusal instanceof InvalidOperationError ||
      refusal instanceof OperationDeniedError;
    return isObstacle ? refusal : undefined;
  }

  /** Whether a transaction failed only because of a concurrent one, so that retrying helps. */
  isTransient(error: unknown): boolean {
    return (
      isTransient(error) ||
      this.constraints[postgresErrorOf(error)?.constraint ?? '']?.isRace === true
    );
  }
}
