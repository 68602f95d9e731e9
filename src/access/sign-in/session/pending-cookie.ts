import { HostCookie } from '../../../platform/http/host-cookie.js';

const COOKIE = new HostCookie('unleash-second-factor');

/** The secret of a pending sign-in in a `Cookie` header. */
export function pendingSecretOf(
  cookieHeader: string | undefined,
  secure: boolean,
): string | undefined {
  return COOKIE.read(cookieHeader, secure);
}

/** The `Set-Cookie` header of a pending sign-in; the cookie is only valid for the second step. */
export function pendingCookie(secret: string, expires: Date, secure: boolean): string {
  return COOKIE.set(secret, { expires }, secure);
}

/** The `Set-Cookie` headers that delete it. */
export function noPendingCookies(secure: boolean): string[] {
  return COOKIE.expire(secure);
}
