import type { ConstraintErrors } from '../../platform/database/constraint-errors.js';
import { NameExistsError } from '../../platform/errors/general.errors.js';

/** Maps the constraints of this table to the errors that callers see. */
export const STRATEGY_DEFINITION_CONSTRAINTS: ConstraintErrors = {
  strategy_definition_pkey: (name) =>
    new NameExistsError(`A strategy with the name "${name}" already exists.`),
};
