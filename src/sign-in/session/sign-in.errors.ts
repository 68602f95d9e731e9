import { ApiError } from '../../errors/api-error.js';

/** Wrong user name or password: which of them is not told. */
export class PasswordMismatch extends ApiError {
  readonly status = 401;
}

/** The password was right, or the identity provider vouched: the second factor is still to come. */
export class SecondFactorRequired extends ApiError {
  readonly status = 401;

  /**
   * `methods` are the ways of the second step; `cookie` is the header that lets the browser take
   * it.
   */
  constructor(
    private readonly methods: readonly string[],
    private readonly cookie: string,
  ) {
    super(
      'Give your second factor: call one of the methods below this path, with the cookie of this answer.',
    );
  }

  override headers(): Record<string, string> {
    return { 'Set-Cookie': this.cookie, 'Cache-Control': 'no-store' };
  }

  override body(): object {
    return { ...(super.body() as object), path: '/auth/second-factor', methods: this.methods };
  }
}

/** The second factor was wrong, or there is no sign-in that waits for one. */
export class SecondFactorMismatch extends ApiError {
  readonly status = 401;
}
