import { ApiError } from '../../../platform/errors/api-error.js';

/** The request has neither a session nor a token. */
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

/** The token of the request is unknown, expired or revoked. */
export class UnauthorizedError extends ApiError {
  readonly status = 401;
}

/** An agent sent no valid token. The header says where to get one (RFC 9728). */
export class AgentTokenRequired extends ApiError {
  readonly status = 401;

  constructor(private readonly publicUrl: string) {
    super('Agents need a token: a person has to allow them to read and propose.');
  }

  override headers(): Record<string, string> {
    const metadata = `${this.publicUrl}/.well-known/oauth-protected-resource`;
    return { 'WWW-Authenticate': `Bearer resource_metadata="${metadata}"` };
  }
}

/** The caller lacks the permission. */
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
