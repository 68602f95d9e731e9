import { ApiError } from '../../errors/api-error.js';

/**
 * More streams than there may be: SDKs poll instead when they are answered this, as they would not
 * after a 503.
 */
export class TooManyStreamsError extends ApiError {
  readonly status = 429;

  constructor(private readonly retrySeconds: number) {
    super('There are as many streams as there may be. Please poll, or try again later.');
  }

  override headers(): Record<string, string> {
    return { 'Retry-After': String(this.retrySeconds) };
  }

  override body(): string {
    return this.message;
  }
}
