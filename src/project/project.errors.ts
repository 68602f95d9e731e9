import { ApiError } from '../errors/api-error.js';

/** A project keeps at least one environment. */
export class MinimumOneEnvironmentError extends ApiError {
  readonly status = 400;
}
