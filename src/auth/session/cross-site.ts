import type { Request } from 'express';
import type { Config } from '../../config/config.js';
import { ForbiddenError } from '../../errors/general.errors.js';
import { sessionSecretOf } from './session-cookie.js';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** What a session is good for. */
const API = /^\/api(\/|$)/i;
/**
 * What another site could use without a session, too: to sign somebody in as somebody else, or out.
 * What identity providers send browsers to is not among it.
 */
const SIGNING_IN_OR_OUT =
  /^\/(logout|auth\/(simple|reset|second-factor|passkey)(\/.*)?|invite\/.*)\/?$/i;

/**
 * Refuses what another site made a browser send in the name of its user (CSRF). Browsers tell where
 * a request comes from, in `Sec-Fetch-Site` or, older ones, in `Origin`; programs, which tell
 * neither, have no cookies that another site could use. Whoever sends a token means it.
 * @throws ForbiddenError
 */
export function refuseCrossSite(
  request: Request,
  { publicUrl, secureCookies }: Pick<Config, 'publicUrl' | 'secureCookies'>,
): void {
  const { authorization, cookie } = request.headers;
  if (SAFE_METHODS.has(request.method) || authorization !== undefined) return;
  const isOfSession =
    API.test(request.path) && sessionSecretOf(cookie, secureCookies) !== undefined;
  if (!isOfSession && !SIGNING_IN_OR_OUT.test(request.path)) return;
  if (isActedFromElsewhere(request, publicUrl)) {
    throw new ForbiddenError(
      'This request comes from another site, in the name of who is signed in here. Send it from this site, or with a token.',
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
