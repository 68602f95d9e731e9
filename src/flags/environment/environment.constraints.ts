import type { ConstraintErrors } from '../../platform/database/constraint-errors.js';
import { NameExistsError } from '../../platform/errors/general.errors.js';

/** Maps the constraints of this table to the errors that callers see. */
export const ENVIRONMENT_CONSTRAINTS: ConstraintErrors = {
  environment_pkey: (name) =>
    new NameExistsError(`An environment with the name "${name}" already exists.`),
};
