import type { ConstraintErrors } from '../database/constraint-errors.js';
import { NameExistsError } from '../errors/general.errors.js';

/** What it means to callers when PostgreSQL refuses a write here. */
export const ENVIRONMENT_CONSTRAINTS: ConstraintErrors = {
  environment_pkey: (name) =>
    new NameExistsError(`An environment with the name "${name}" already exists.`),
};
