import { ApiError } from '../../../platform/errors/api-error.js';

/** The one-time link is unknown, used or expired. */
export class InvalidTokenError extends ApiError {
  readonly status = 401;
}
