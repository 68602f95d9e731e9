import type { Request } from 'express';
import type { Config } from '../../../platform/config/config.js';
import { ForbiddenError } from '../../../platform/errors/general.errors.js';
import { sessionSecretOf } from './session-cookie.js';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Paths that a session gives access to. */
const API = /^\/api(\/|$)/i;
/**
 * Paths that a foreign site could abuse without a session: to sign somebody in or out. Paths that
 * identity providers redirect to are excluded.
 */
const SIGNING_IN_OR_OUT =
  /^\/(logout|auth\/(simple|reset|second-factor|passkey)(\/.*)?|invite\/.*)\/?$/i;

/**
 * Refuses cross-site requests with a session cookie (CSRF). Browsers send `Sec-Fetch-Site` or,
 * older ones, `Origin`; other programs send neither and have no cookies to abuse. Requests with a
 * token are allowed.
 * @throws ForbiddenError for a cross-site request.
 */
export function refuseCrossSite(
  request: Request,
  { publicUrl, secureCookies }: Pick<Config, 'publicUrl' | 'secureCookies'>,
): void {
  const { authorization, cookie } = request.headers;
  if (SAFE_METHODS.has(request.method) || authorization?.trim()) return;
  const isOfSession =
    API.test(request.path) && sessionSecretOf(cookie, secureCookies) !== undefined;
  if (!isOfSession && !SIGNING_IN_OR_OUT.test(request.path)) return;
  if (isActedFromElsewhere(request, publicUrl)) {
    throw new ForbiddenError(
      'Another site sent this request with the session of a signed-in user. Send it from this ' +
        'site, or with a token.',
    );
  }
}

function isActedFromElsewhere(request: Request, publicUrl: string): boolean {
  const { 'sec-fetch-site': site, origin, host } = request.headers;
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  if (origin === undefined) return false;
  return (
    !URL.canParse(origin) ||
    (new URL(origin).host !== host && new URL(origin).origin !== new URL(publicUrl).origin)
  );
}
