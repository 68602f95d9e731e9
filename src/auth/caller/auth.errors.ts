import { ApiError } from '../../errors/api-error.js';

/** Nobody is signed in, and no token came along. */
export class AuthenticationRequired extends ApiError {
  readonly status = 401;

  override body(): object {
    return {
      ...(super.body() as object),
      path: '/auth/simple/login',
      type: 'password',
      defaultHidden: false,
    };
  }
}

/** The token that came along is unknown, expired or revoked. */
export class UnauthorizedError extends ApiError {
  readonly status = 401;
}

/** The caller is known, but may not do this. */
export class PermissionError extends ApiError {
  readonly status = 403;

  constructor(
    readonly permissions: string[],
    message = `You need one of these permissions to do this: ${permissions.join(', ')}.`,
  ) {
    super(message);
  }

  override body(): object {
    return { ...(super.body() as object), permissions: this.permissions };
  }
}
