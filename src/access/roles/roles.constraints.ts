import type { ConstraintErrors } from '../../platform/database/constraint-errors.js';
import { BadDataError, NameExistsError } from '../../platform/errors/general.errors.js';

/** Maps the constraints of this table to the errors that callers see. */
export const ROLES_CONSTRAINTS: ConstraintErrors = {
  role_name_key: (name) => new NameExistsError(`A role with the name "${name}" already exists.`),
  role_permission_environment_fkey: (name) =>
    new BadDataError(`There is no environment "${name}".`),
};
