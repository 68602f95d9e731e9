import { ApiError } from '../../platform/errors/api-error.js';

/** The last environment of a project cannot be removed. */
export class MinimumOneEnvironmentError extends ApiError {
  readonly status = 400;
}
