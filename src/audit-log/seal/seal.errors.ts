import { ApiError } from '../../errors/api-error.js';

/** The event is not sealed yet. */
export class EventNotSealedError extends ApiError {
  readonly status = 409;

  override headers(): Record<string, string> {
    return { 'Retry-After': '5' };
  }
}
