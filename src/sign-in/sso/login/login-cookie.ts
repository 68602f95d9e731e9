import { createHmac, randomBytes } from 'node:crypto';
import { HostCookie } from '../../../http/host-cookie.js';

const COOKIE = new HostCookie('unleash-login');
/** How long somebody may take at the identity provider. */
const LIFETIME_SECONDS = 600;
const FORM = /^[\w-]{43}$/;

/**
 * A login that a browser has begun. The browser keeps a random secret in a cookie, and all that
 * goes to the provider and must come back is derived from it: so nothing is stored here, any
 * instance can take the answer, and no other browser can.
 *
 * There is nothing to sign: who can choose the secret of a browser could as well have it handed one
 * that is signed. `SameSite=Lax` lets the cookie come along when the provider leads the browser
 * back by a link or a redirect.
 */
export class BegunLogin {
  private constructor(private readonly secret: string) {}

  static begin(): BegunLogin {
    return new BegunLogin(randomBytes(32).toString('base64url'));
  }

  /** The one that a `Cookie` header tells of. */
  static of(cookieHeader: string | undefined, secure: boolean): BegunLogin | undefined {
    const secret = COOKIE.read(cookieHeader, secure);
    return secret !== undefined && FORM.test(secret) ? new BegunLogin(secret) : undefined;
  }

  /**
   * A value of its own for each purpose, 43 characters of `A-Za-z0-9_-`; the secret cannot be told
   * from it, nor the others.
   */
  value(purpose: string): string {
    return createHmac('sha256', this.secret).update(purpose).digest('base64url');
  }

  /** The `Set-Cookie` header by which the browser remembers. */
  cookie(secure: boolean): string {
    return COOKIE.set(this.secret, { maxAge: LIFETIME_SECONDS }, secure);
  }
}

/** The `Set-Cookie` headers that make a browser forget the login that it began. */
export function noLoginCookies(secure: boolean): string[] {
  return COOKIE.forget(secure);
}
