import { ApiError } from '../../../platform/errors/api-error.js';

/** Too many attempts. Plain text with rate-limit headers, as in the reference. */
export class TooManyRequestsError extends ApiError {
  readonly status = 429;

  /**
   * `limit` attempts are allowed per `window` seconds; `reset` is the number of seconds until the
   * next window.
   */
  constructor(
    private readonly limit: number,
    private readonly window: number,
    private readonly reset: number,
    message = 'Too many requests, please try again later.',
  ) {
    super(message);
  }

  override headers(): Record<string, string> {
    const reset = String(Math.max(1, Math.ceil(this.reset)));
    return {
      'RateLimit-Policy': `${this.limit};w=${this.window}`,
      'RateLimit-Limit': String(this.limit),
      'RateLimit-Remaining': '0',
      'RateLimit-Reset': reset,
      'Retry-After': reset,
    };
  }

  override body(): string {
    return this.message;
  }
}

/** The caller has used up its request quota. Plain text, like every 429. */
export class QuotaExceededError extends ApiError {
  readonly status = 429;

  constructor(
    message: string,
    private readonly retrySeconds: number,
  ) {
    super(message);
  }

  override headers(): Record<string, string> {
    return { 'Retry-After': String(this.retrySeconds) };
  }

  override body(): string {
    return this.message;
  }
}
