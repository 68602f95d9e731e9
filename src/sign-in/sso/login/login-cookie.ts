import { createHmac, randomBytes } from 'node:crypto';
import { HostCookie } from '../../../http/host-cookie.js';

const COOKIE = new HostCookie('unleash-login');
/** How long a login at the identity provider may take. */
const LIFETIME_SECONDS = 600;
const FORM = /^[\w-]{43}$/;

/**
 * A login in progress. The browser keeps a random secret in a cookie, and all values sent to the
 * provider are derived from it. So nothing is stored here, any instance can process the response,
 * and no other browser can use it. The secret needs no signature: an attacker who can set the
 * cookie could set a signed one too. `SameSite=Lax` sends the cookie when the provider redirects
 * back.
 */
export class BegunLogin {
  private constructor(private readonly secret: string) {}

  static begin(): BegunLogin {
    return new BegunLogin(randomBytes(32).toString('base64url'));
  }

  /** The login in progress according to a `Cookie` header. */
  static of(cookieHeader: string | undefined, secure: boolean): BegunLogin | undefined {
    const secret = COOKIE.read(cookieHeader, secure);
    return secret !== undefined && FORM.test(secret) ? new BegunLogin(secret) : undefined;
  }

  /**
   * A derived value per purpose, 43 characters of `A-Za-z0-9_-`. It reveals neither the secret nor
   * other derived values.
   */
  value(purpose: string): string {
    return createHmac('sha256', this.secret).update(purpose).digest('base64url');
  }

  /** The `Set-Cookie` header of the login. */
  cookie(secure: boolean): string {
    return COOKIE.set(this.secret, { maxAge: LIFETIME_SECONDS }, secure);
  }
}

/** The `Set-Cookie` headers that delete it. */
export function noLoginCookies(secure: boolean): string[] {
  return COOKIE.expire(secure);
}
