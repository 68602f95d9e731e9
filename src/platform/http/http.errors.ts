import { ApiError } from '../errors/api-error.js';
import { BadDataError } from '../errors/general.errors.js';

/** The request body exceeds its size limit. `error` repeats this in the reference's format. */
export class PayloadTooLargeError extends ApiError {
  readonly status = 413;

  constructor(
    private readonly limit: number,
    private readonly length: number | undefined,
  ) {
    super(`The body is larger than the allowed ${limit} bytes.`);
  }

  override body(): object {
    const error = {
      message: this.message,
      expected: this.length,
      length: this.length,
      limit: this.limit,
      type: 'entity.too.large',
    };
    return {
      ...(super.body() as object),
      error: { ...error, status: this.status, statusCode: this.status, expose: true },
    };
  }
}

/** The body is not JSON, whatever its content type says. */
export class NotJsonError extends BadDataError {
  override readonly name = BadDataError.name;

  constructor() {
    super('The body is not valid JSON.');
  }
}

/** The content type of the body is not JSON. */
export class ContentTypeError extends ApiError {
  readonly status = 415;
}

/** The bodies of all concurrent requests use up the memory reserved for them. */
export class TooManyBodiesError extends ApiError {
  readonly status = 503;

  constructor() {
    super(
      'Too many large requests are being processed. Nothing was changed; try again in a few ' +
        'seconds.',
    );
  }

  override headers(): Record<string, string> {
    return { 'Retry-After': '5' };
  }
}
