import { ApiError } from '../../platform/errors/api-error.js';

/** The schedule has ended, so it can no longer be changed. */
export class ScheduleStateError extends ApiError {
  readonly status = 409;
}
