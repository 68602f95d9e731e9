import { HostCookie } from '../../http/host-cookie.js';

/**
 * The cookie of a session. Links that lead here from other sites carry it, and links only read.
 * What neighbours send, whom the browser takes for the same site, is refused by where it comes from
 * (see `refuseCrossSite`). The one route that takes a form (SAML) looks at no session.
 */
const COOKIE = new HostCookie('unleash-session');

/** The secret of the session that a `Cookie` header carries. */
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

/**
 * The `Set-Cookie` headers that make a browser forget its session, under whichever name it has it.
 */
export function noSessionCookies(secure: boolean): string[] {
  return COOKIE.forget(secure);
}
