import { createHmac, randomBytes } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';

const NAME = 'unleash-login';
/** Over HTTPS: no neighbouring domain can plant a cookie of this name. */
const HOST_NAME = `__Host-${NAME}`;
/** How long somebody may take at the identity provider. */
const LIFETIME_SECONDS = 600;
const FORM = /^[\w-]{43}$/;

/**
 * A login that a browser has begun. The browser keeps a random secret in a cookie, and all that goes to the provider and must come back is derived from
 * it: so nothing is stored here, any instance can take the answer, and no other browser can.
 *
 * There is nothing to sign: who can choose the secret of a browser could as well have it handed one that is signed. `SameSite=Lax` lets the cookie
 * come along when the provider leads the browser back by a link or a redirect.
 */
export class BegunLogin {
  private constructor(private readonly secret: string) {}

  static begin(): BegunLogin {
    return new BegunLogin(randomBytes(32).toString('base64url'));
  }

  /** The one that a `Cookie` header tells of. */
  static of(cookieHeader: string | undefined): BegunLogin | undefined {
    const cookies = cookieHeader === undefined ? {} : parseCookie(cookieHeader);
    const secret = cookies[HOST_NAME] ?? cookies[NAME];
    return secret !== undefined && FORM.test(secret) ? new BegunLogin(secret) : undefined;
  }

  /** A value of its own for each purpose, 43 characters of `A-Za-z0-9_-`; the secret cannot be told from it, nor the others. */
  value(purpose: string): string {
    return createHmac('sha256', this.secret).update(purpose).digest('base64url');
  }

  /** The `Set-Cookie` header by which the browser remembers. */
  cookie(secure: boolean): string {
    return stringifySetCookie(nameFor(secure), this.secret, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure,
      maxAge: LIFETIME_SECONDS,
    });
  }
}

/** The `Set-Cookie` header that makes a browser forget the login that it began. */
export function noLoginCookie(secure: boolean): string {
  return stringifySetCookie(nameFor(secure), '', { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: 0 });
}

function nameFor(secure: boolean): string {
  return secure ? HOST_NAME : NAME;
}
