import type { ConstraintErrors } from '../database/constraint-errors.js';
import { BadDataError, NameExistsError } from '../errors/general.errors.js';

/** What it means to callers when PostgreSQL refuses a write here. */
export const ROLES_CONSTRAINTS: ConstraintErrors = {
  role_name_key: (name) => new NameExistsError(`A role with the name "${name}" already exists.`),
  role_permission_environment_fkey: (name) =>
    new BadDataError(`There is no environment "${name}".`),
};
