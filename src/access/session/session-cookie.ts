import { parseCookie, stringifySetCookie } from 'cookie';

const NAME = 'unleash-session';

/** The secret of the session that a `Cookie` header carries. */
export function sessionSecretOf(cookieHeader: string | undefined): string | undefined {
  return cookieHeader === undefined ? undefined : parseCookie(cookieHeader)[NAME] || undefined;
}

/**
 * The `Set-Cookie` header of a session. `SameSite=Lax` keeps the cookie out of requests that other sites make a browser send, links excepted, and
 * links only read. What neighbours send, whom the browser takes for the same site, is refused by where it comes from (see `refuseCrossSite`).
 * The one route that takes a form (SAML) looks at no session.
 */
export function sessionCookie(secret: string, expires: Date, secure: boolean): string {
  return stringifySetCookie(NAME, secret, { path: '/', httpOnly: true, sameSite: 'lax', expires, secure });
}

/** The `Set-Cookie` header that makes a browser forget its session. */
export function noSessionCookie(secure: boolean): string {
  return sessionCookie('', new Date(0), secure);
}
