import type { ConstraintErrors } from '../database/constraint-errors.js';
import { NameExistsError, NotFoundError } from '../errors/general.errors.js';

/** What it means to callers when PostgreSQL refuses a write here. */
export const SEGMENT_CONSTRAINTS: ConstraintErrors = {
  segment_name_key: (name) =>
    new NameExistsError(`A segment with the name "${name}" already exists.`),
  segment_project_fkey: (id) => new NotFoundError(`There is no project "${id}".`),
};
