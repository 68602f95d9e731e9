import { ApiError } from '../../errors/api-error.js';

/** Too many requests wait for a delivery or follow one. Nothing was changed. */
export class TooManyWaitingError extends ApiError {
  readonly status = 429;

  constructor() {
    super(
      'Too many requests wait for deliveries or follow them. Nothing was changed. Repeat the ' +
        'request without waitForDelivery, or try again later.',
    );
  }

  override headers(): Record<string, string> {
    return { 'Retry-After': '5' };
  }

  override body(): string {
    return this.message;
  }
}
