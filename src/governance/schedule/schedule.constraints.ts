import type { ConstraintErrors } from '../../platform/database/constraint-errors.js';
import { NotFoundError } from '../../platform/errors/general.errors.js';

/** Maps the constraints of this table to the errors that callers see. */
export const SCHEDULE_CONSTRAINTS: ConstraintErrors = {
  schedule_environment_fkey: (name) => new NotFoundError(`There is no environment "${name}".`),
};
