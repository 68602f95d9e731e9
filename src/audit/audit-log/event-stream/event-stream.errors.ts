import { ApiError } from '../../../platform/errors/api-error.js';

/** Too many streams of events are open. */
export class TooManyEventStreamsError extends ApiError {
  readonly status = 429;

  constructor() {
    super('Too many streams of events are open. Close one, or search for events instead.');
  }

  override headers(): Record<string, string> {
    return { 'Retry-After': '5' };
  }

  override body(): string {
    return this.message;
  }
}
