import type { ConstraintErrors } from '../../platform/database/constraint-errors.js';
import { BadDataError, ConflictError } from '../../platform/errors/general.errors.js';

/** Maps the constraints of this table to the errors that callers see. */
export const API_TOKEN_CONSTRAINTS: ConstraintErrors = {
  api_token_environment_fkey: (name) => new BadDataError(`There is no environment "${name}".`),
  api_token_project_project_fkey: (id) => new BadDataError(`There is no project "${id}".`),
  api_token_secret_key: () => new ConflictError('A token with this secret already exists.'),
};
