import { ApiError } from '../../../platform/errors/api-error.js';

/** The path prefix of what OAuth clients call, and for its errors. */
export const OAUTH_PATH = '/oauth/';

/** An error in the form of OAuth (RFC 6749, 5.2). */
export class OAuthError extends ApiError {
  readonly status: number;

  /** @param code One of the standard. */
  constructor(
    private readonly code: string,
    message: string,
    status = 400,
    private readonly sent: Record<string, string> = {},
  ) {
    super(message);
    this.status = status;
  }

  override headers(): Record<string, string> {
    return this.sent;
  }

  override body(): object {
    return { error: this.code, error_description: this.message };
  }
}

/** An error in the form of OAuth. */
export function oauthErrorOf(error: ApiError): OAuthError {
  if (error instanceof OAuthError) return error;
  const code = error.status < 500 ? 'invalid_request' : 'server_error';
  return new OAuthError(code, error.message, error.status, error.headers());
}
