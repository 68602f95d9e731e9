import { HostCookie } from '../../http/host-cookie.js';

const COOKIE = new HostCookie('unleash-second-factor');

/** The secret of the sign-in that waits for its second factor, which a `Cookie` header carries. */
export function pendingSecretOf(
  cookieHeader: string | undefined,
  secure: boolean,
): string | undefined {
  return COOKIE.read(cookieHeader, secure);
}

/**
 * The `Set-Cookie` header by which a browser takes the second step of a sign-in, and nothing else.
 */
export function pendingCookie(secret: string, expires: Date, secure: boolean): string {
  return COOKIE.set(secret, { expires }, secure);
}

/** The `Set-Cookie` headers that make a browser forget it. */
export function noPendingCookies(secure: boolean): string[] {
  return COOKIE.forget(secure);
}
