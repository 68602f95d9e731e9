import { HostCookie } from '../../../platform/http/host-cookie.js';

/**
 * The session cookie. Links from other sites carry it, but links only read. Requests from sibling
 * domains, which browsers treat as the same site, are refused by origin (see `refuseCrossSite`).
 * The only route that takes a form (SAML) ignores the session.
 */
const COOKIE = new HostCookie('unleash-session');

/** The session secret in a `Cookie` header. */
export function sessionSecretOf(
  cookieHeader: string | undefined,
  secure: boolean,
): string | undefined {
  return COOKIE.read(cookieHeader, secure);
}

/** The `Set-Cookie` header of a session. */
export function sessionCookie(secret: string, expires: Date, secure: boolean): string {
  return COOKIE.set(secret, { expires }, secure);
}

/** The `Set-Cookie` headers that delete the session cookie under all its names. */
export function noSessionCookies(secure: boolean): string[] {
  return COOKIE.expire(secure);
}
