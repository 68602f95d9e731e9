import { ApiError } from '../../../platform/errors/api-error.js';

/** The role is assigned. */
export class RoleInUseError extends ApiError {
  readonly status = 400;
}
