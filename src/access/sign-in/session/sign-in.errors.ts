import { ApiError } from '../../../platform/errors/api-error.js';

/** The first step of the sign-in succeeded; a second factor is required. */
export class SecondFactorRequired extends ApiError {
  readonly status = 401;

  /**
   * `methods` are the available second factors; `cookie` is the header that identifies the pending
   * sign-in.
   */
  constructor(
    private readonly methods: readonly string[],
    private readonly cookie: string,
  ) {
    super(
      'Complete the sign-in with your second factor: call one of the methods below this path, ' +
        'with the cookie of this response.',
    );
  }

  override headers(): Record<string, string> {
    return { 'Set-Cookie': this.cookie, 'Cache-Control': 'no-store' };
  }

  override body(): object {
    return { ...(super.body() as object), path: '/auth/second-factor', methods: this.methods };
  }
}

/** The second factor is wrong, or no sign-in is pending. */
export class SecondFactorMismatch extends ApiError {
  readonly status = 401;
}
