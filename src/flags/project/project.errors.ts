import type { ConstraintErrors } from '../../platform/database/constraint-errors.js';
import { ApiError } from '../../platform/errors/api-error.js';
import { NameExistsError, NotFoundError } from '../../platform/errors/general.errors.js';

/** The last environment of a project cannot be removed. */
export class MinimumOneEnvironmentError extends ApiError {
  readonly status = 400;
}

/** Maps the constraints of this table to the errors that callers see. */
export const PROJECT_CONSTRAINTS: ConstraintErrors = {
  project_pkey: (id) => new NameExistsError(`A project with the id "${id}" already exists.`),
  project_environment_pkey: (place) =>
    new NameExistsError(`"${place}": the project already has this environment.`),
  project_environment_environment_fkey: (name) =>
    new NotFoundError(`There is no environment "${name}".`),
  project_environment_project_fkey: (id) => new NotFoundError(`There is no project "${id}".`),
};
