import { type ConstraintErrors, isRace } from '../../platform/database/constraint-errors.js';
import { ConflictError, NotFoundError } from '../../platform/errors/general.errors.js';

/** Maps the constraints of these tables to the errors that callers see. */
export const CHANGE_REQUEST_CONSTRAINTS: ConstraintErrors = {
  change_request_project_fkey: (id) => new NotFoundError(`There is no project "${id}".`),
  change_request_environment_fkey: (name) =>
    new NotFoundError(`There is no environment "${name}".`),
  change_request_draft: isRace(
    () => new ConflictError('A draft was created at the same time. Try again.'),
  ),
};
