import { ApiError } from '../../errors/api-error.js';

/** Somebody has the role still. */
export class RoleInUseError extends ApiError {
  readonly status = 400;
}
