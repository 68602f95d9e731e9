import { ApiError } from '../../../platform/errors/api-error.js';

/** The event is in no seal, and never will be. */
export class EventNeverSealedError extends ApiError {
  readonly status = 409;
}

/** The event is not sealed yet. */
export class EventNotSealedError extends ApiError {
  readonly status = 409;

  override headers(): Record<string, string> {
    return { 'Retry-After': '5' };
  }
}
