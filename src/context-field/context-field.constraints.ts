import type { ConstraintErrors } from '../database/constraint-errors.js';
import { NameExistsError } from '../errors/general.errors.js';

/** What it means to callers when PostgreSQL refuses a write here. */
export const CONTEXT_FIELD_CONSTRAINTS: ConstraintErrors = {
  context_field_pkey: (name) =>
    new NameExistsError(`A context field with the name "${name}" already exists.`),
};
