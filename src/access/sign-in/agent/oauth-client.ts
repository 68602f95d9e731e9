import { BadDataError } from '../../../platform/errors/general.errors.js';
import { ApiError } from '../../../platform/errors/api-error.js';

/** Longest id of a client, in characters. */
export const MAX_CLIENT_ID = 4_096;
/** Most redirect URIs of a client, and the longest, in characters. */
export const MAX_REDIRECTS = 5;
export const MAX_REDIRECT = 500;
/** Longest name of a client, in characters. */
export const MAX_NAME = 100;
/** Schemes that a browser would run, or that lead nowhere else. */
const FORBIDDEN = new Set(['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:']);
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** An OAuth client, as it describes itself: an agent. */
export interface OAuthClient {
  /** What it calls itself. */
  name: string;
  redirectUris: string[];
}

/**
 * The id of a client. It is what the client says of itself, and not signed: everybody may register
 * clients, so a signature would vouch for nothing, and nothing has to be stored.
 */
export function clientIdOf({ name, redirectUris }: OAuthClient): string {
  return Buffer.from(JSON.stringify([name, ...redirectUris])).toString('base64url');
}

/**
 * The client with an id.
 * @throws BadDataError when it is none.
 */
export function clientOf(id: string): OAuthClient {
  const [name, ...redirectUris] = textsIn(id);
  const isPossible =
    name !== undefined && name.length <= MAX_NAME && redirectUris.length <= MAX_REDIRECTS;
  if (isPossible && redirectUris.length > 0) return { name, redirectUris };
  throw new BadDataError('This client is not registered. Let it register again.');
}

function textsIn(id: string): string[] {
  try {
    const texts: unknown = JSON.parse(Buffer.from(id, 'base64url').toString());
    return Array.isArray(texts) && texts.every((text) => typeof text === 'string') ? texts : [];
  } catch {
    return [];
  }
}

/** Whether nobody but the client gets what is sent to the address. */
function isSafe(uri: string): boolean {
  const url = uri.length <= MAX_REDIRECT && URL.canParse(uri) ? new URL(uri) : undefined;
  if (!url || url.hash || FORBIDDEN.has(url.protocol)) return false;
  return url.protocol !== 'http:' || LOOPBACK.has(url.hostname);
}

/** @throws OAuthError when somebody else could read what is sent to the address. */
export function requireSafe(uri: string): void {
  if (isSafe(uri)) return;
  throw new OAuthError(
    'invalid_redirect_uri',
    'A redirect URI must be https, http to this computer, or of the scheme of an application.',
  );
}

/**
 * Whether a client registered the address. The port of a program on the computer of the person is
 * free (RFC 8252, 7.3).
 */
export function hasRedirect({ redirectUris }: OAuthClient, uri: string): boolean {
  const isOne = redirectUris.some((one) => withoutPort(one) === withoutPort(uri));
  return isOne && isSafe(uri);
}

function withoutPort(uri: string): string {
  if (!URL.canParse(uri)) return uri;
  const url = new URL(uri);
  if (url.protocol === 'http:' && LOOPBACK.has(url.hostname)) url.port = '';
  return url.href;
}

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
