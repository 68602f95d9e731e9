import type { ConstraintErrors } from '../database/constraint-errors.js';
import { NameExistsError } from '../errors/general.errors.js';

/** What it means to callers when PostgreSQL refuses a write here. */
export const STRATEGY_DEFINITION_CONSTRAINTS: ConstraintErrors = {
  strategy_definition_pkey: (name) =>
    new NameExistsError(`A strategy with the name "${name}" already exists.`),
};
