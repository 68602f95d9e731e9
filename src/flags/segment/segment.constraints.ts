import type { ConstraintErrors } from '../../platform/database/constraint-errors.js';
import { NameExistsError, NotFoundError } from '../../platform/errors/general.errors.js';

/** Maps the constraints of this table to the errors that callers see. */
export const SEGMENT_CONSTRAINTS: ConstraintErrors = {
  segment_name_key: (name) =>
    new NameExistsError(`A segment with the name "${name}" already exists.`),
  segment_project_fkey: (id) => new NotFoundError(`There is no project "${id}".`),
};
