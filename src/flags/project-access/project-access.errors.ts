import { ApiError } from '../../platform/errors/api-error.js';

/** Nobody would be left who can manage access to the project. */
export class ProjectWithoutOwnerError extends ApiError {
  readonly status = 409;
}
