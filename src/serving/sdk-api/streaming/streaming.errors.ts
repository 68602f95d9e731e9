import { ApiError } from '../../../platform/errors/api-error.js';

/**
 * The maximum number of streams is reached. SDKs switch to polling on this status, unlike on 503.
 */
export class TooManyStreamsError extends ApiError {
  readonly status = 429;

  constructor(private readonly retrySeconds: number) {
    super('The maximum number of streams is reached. Poll instead, or try again later.');
  }

  override headers(): Record<string, string> {
    return { 'Retry-After': String(this.retrySeconds) };
  }

  override body(): string {
    return this.message;
  }
}
