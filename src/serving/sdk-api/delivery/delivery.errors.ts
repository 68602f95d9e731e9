import { ApiError } from '../../../platform/errors/api-error.js';

/** Too many requests follow a delivery. */
export class TooManyWaitingError extends ApiError {
  readonly status = 429;

  constructor() {
    super('Too many requests follow deliveries. Close some, or try again later.');
  }

  override headers(): Record<string, string> {
    return { 'Retry-After': '5' };
  }

  override body(): string {
    return this.message;
  }
}
