import { ApiError } from '../../errors/api-error.js';

/** The project would be left without anybody who may give access to it. */
export class ProjectWithoutOwnerError extends ApiError {
  readonly status = 409;
}
