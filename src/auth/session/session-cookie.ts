import { parseCookie, stringifySetCookie } from 'cookie';

const NAME = 'unleash-session';
/** Over HTTPS. A browser takes a cookie of this name from this host alone: no neighbouring domain and no page without TLS can plant one. */
const HOST_NAME = `__Host-${NAME}`;

/**
 * The secret of the session that a `Cookie` header carries. The name without `__Host-` counts where the other is missing: for sessions that were opened
 * without TLS, or by an earlier version.
 */
export function sessionSecretOf(cookieHeader: string | undefined): string | undefined {
  if (cookieHeader === undefined) return undefined;
  const cookies = parseCookie(cookieHeader);
  return cookies[HOST_NAME] || cookies[NAME] || undefined;
}

/**
 * The `Set-Cookie` header of a session. `SameSite=Lax` keeps the cookie out of requests that other sites make a browser send, links excepted, and
 * links only read. What neighbours send, whom the browser takes for the same site, is refused by where it comes from (see `refuseCrossSite`).
 * The one route that takes a form (SAML) looks at no session.
 */
export function sessionCookie(secret: string, expires: Date, secure: boolean): string {
  // The path is that of the host, also where everything is served below a path: `__Host-` demands it.
  return stringifySetCookie(secure ? HOST_NAME : NAME, secret, { path: '/', httpOnly: true, sameSite: 'lax', expires, secure });
}

/** The `Set-Cookie` headers that make a browser forget its session, under whichever name it has it. */
export function noSessionCookies(secure: boolean): string[] {
  const former = stringifySetCookie(NAME, '', { path: '/', httpOnly: true, sameSite: 'lax', expires: new Date(0), secure });
  return secure ? [sessionCookie('', new Date(0), secure), former] : [former];
}
