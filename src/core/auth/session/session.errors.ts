import { ApiError } from '../../../platform/errors/api-error.js';

/** The user must set up a second factor first. */
export class SecondFactorMissing extends ApiError {
  readonly status = 403;

  constructor() {
    super(
      'You must set up a second factor. Add an authenticator app with POST ' +
        '/api/admin/user/second-factor/totp, or a passkey with POST ' +
        '/api/admin/user/second-factor/passkeys/options.',
    );
  }

  override body(): object {
    return { ...(super.body() as object), path: '/api/admin/user/second-factor' };
  }
}

/** The session needs a recent confirmation. */
export class ConfirmationRequired extends ApiError {
  readonly status = 403;

  /** `methods` are the available ways to confirm. */
  constructor(private readonly methods: readonly string[]) {
    super(
      'Confirm your identity: call one of the methods below this path, then repeat the request.',
    );
  }

  override body(): object {
    return {
      ...(super.body() as object),
      path: '/api/admin/user/confirmation',
      methods: this.methods,
    };
  }
}
