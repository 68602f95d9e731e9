import type { ConstraintErrors } from '../../platform/database/constraint-errors.js';
import { NameExistsError, NotFoundError } from '../../platform/errors/general.errors.js';

/** Maps the constraints of this table to the errors that callers see. */
export const PROJECT_CONSTRAINTS: ConstraintErrors = {
  project_pkey: (id) => new NameExistsError(`A project with the id "${id}" already exists.`),
  project_environment_pkey: (place) =>
    new NameExistsError(`"${place}": the project already has this environment.`),
  project_environment_environment_fkey: (name) =>
    new NotFoundError(`There is no environment "${name}".`),
  project_environment_project_fkey: (id) => new NotFoundError(`There is no project "${id}".`),
};
