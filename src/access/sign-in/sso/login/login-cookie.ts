import { createHmac, randomBytes } from 'node:crypto';
import { ownPathOf } from '../../../../platform/http/own-path.js';
import { HostCookie } from '../../../../platform/http/host-cookie.js';

const COOKIE = new HostCookie('unleash-login');
/** How long a login at the identity provider may take. */
const LIFETIME_SECONDS = 600;
/** The secret, and the wanted page in base64url. */
const FORM = /^([\w-]{43})(?:\.([\w-]{1,2800}))?$/;

/**
 * A login in progress. The browser keeps a random secret in a cookie, and all values sent to the
 * provider are derived from it. So nothing is stored here, any instance can process the response,
 * and no other browser can use it. The secret needs no signature: an attacker who can set the
 * cookie could set a signed one too. `SameSite=Lax` sends the cookie when the provider redirects
 * back. The cookie also keeps the page that the person wanted, which is checked when it is read,
 * and nothing of it is sent to the provider.
 */
export class BegunLogin {
  private constructor(
    private readonly secret: string,
    /** The page of the console that the person wanted: a path with its query. */
    readonly wanted?: string,
  ) {}

  /** @param wanted The page that the person wants. Ignored unless it is one of the console. */
  static begin(wanted?: string): BegunLogin {
    return new BegunLogin(
      randomBytes(32).toString('base64url'),
      wanted === undefined ? undefined : ownPathOf(wanted),
    );
  }

  /** The login in progress according to a `Cookie` header. */
  static of(cookieHeader: string | undefined, secure: boolean): BegunLogin | undefined {
    const [, secret, wanted] = FORM.exec(COOKIE.read(cookieHeader, secure) ?? '') ?? [];
    if (secret === undefined) return undefined;
    const path = wanted && Buffer.from(wanted, 'base64url').toString();
    return new BegunLogin(secret, path ? ownPathOf(path) : undefined);
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
    const wanted = this.wanted ? `.${Buffer.from(this.wanted).toString('base64url')}` : '';
    return COOKIE.set(this.secret + wanted, { maxAge: LIFETIME_SECONDS }, secure);
  }
}

/** The `Set-Cookie` headers that delete it. */
export function noLoginCookies(secure: boolean): string[] {
  return COOKIE.expire(secure);
}
