import { parseCookie, stringifySetCookie } from 'cookie';

const NAME = 'unleash-second-factor';

/** The secret of the sign-in that waits for its second factor, which a `Cookie` header carries. */
export function pendingSecretOf(cookieHeader: string | undefined): string | undefined {
  return cookieHeader === undefined ? undefined : parseCookie(cookieHeader)[NAME] || undefined;
}

/** The `Set-Cookie` header by which a browser takes the second step of a sign-in, and nothing else. */
export function pendingCookie(secret: string, expires: Date, secure: boolean): string {
  return stringifySetCookie(NAME, secret, { path: '/', httpOnly: true, sameSite: 'lax', expires, secure });
}

/** The `Set-Cookie` header that makes a browser forget it. */
export function noPendingCookie(secure: boolean): string {
  return pendingCookie('', new Date(0), secure);
}
