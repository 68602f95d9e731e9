import type { ConstraintErrors } from '../../platform/database/constraint-errors.js';
import { NameExistsError, NotFoundError } from '../../platform/errors/general.errors.js';

/** Maps the constraints of this table to the errors that callers see. */
export const CONTEXT_FIELD_CONSTRAINTS: ConstraintErrors = {
  context_field_pkey: (name) =>
    new NameExistsError(`A context field with the name "${name}" already exists.`),
  context_field_project_fkey: (id) => new NotFoundError(`There is no project "${id}".`),
};
