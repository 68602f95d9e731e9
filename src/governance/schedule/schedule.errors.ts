import type { ConstraintErrors } from '../../platform/database/constraint-errors.js';
import { ApiError } from '../../platform/errors/api-error.js';
import { NotFoundError } from '../../platform/errors/general.errors.js';

/** The schedule has ended, so it can no longer be changed. */
export class ScheduleStateError extends ApiError {
  readonly status = 409;
}

/** Maps the constraints of this table to the errors that callers see. */
export const SCHEDULE_CONSTRAINTS: ConstraintErrors = {
  schedule_environment_fkey: (name) => new NotFoundError(`There is no environment "${name}".`),
};
