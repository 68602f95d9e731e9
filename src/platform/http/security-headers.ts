import { createHash } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';

/**
 * Policy of API responses: they are data and load nothing, run nothing and cannot be framed. HTML
 * pages have policies of their own.
 */
const DATA_POLICY = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/**
 * Policy of Swagger UI: scripts only from files of this service, none inline; inline styles and
 * images are allowed.
 */
const DOCS_POLICY = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

type Handler = (request: Request, response: Response, next: NextFunction) => void;

const policy = (directives: Record<string, string[]>): Handler =>
  helmet({ contentSecurityPolicy: { useDefaults: false, directives } }) as Handler;

/**
 * Responses that caches may store: those for SDKs have an `ETag` and contain no secrets;
 * documentation and health are public.
 */
const STORABLE = /^\/(api\/(client|frontend)|ofrep|docs|health|ready|internal-backstage)(\/|$)/i;

/**
 * Sets security headers. Responses of the admin API, sign-in pages and links are `no-store` by
 * default, so that new routes need no code for it.
 */
export function securityHeaders(): Handler {
  const [data, docs] = [policy(DATA_POLICY), policy(DOCS_POLICY)];
  return (request, response, next) => {
    if (!STORABLE.test(request.path)) response.setHeader('Cache-Control', 'no-store');
    return /^\/docs(\/|$)/i.test(request.path)
      ? docs(request, response, next)
      : data(request, response, next);
  };
}

/** Headers that browsers heed for pages only: 0.4 kB of each answer. */
export const OF_PAGES = [
  'Content-Security-Policy',
  'Origin-Agent-Cluster',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
] as const;

/**
 * Headers about a body, in lower case. A 304 has none: whoever gets it keeps those of the body that
 * he has (RFC 9110, 15.4.5).
 */
export const OF_BODIES: ReadonlySet<string> = new Set(
  [
    ...OF_PAGES,
    ...['Content-Type', 'Cross-Origin-Opener-Policy', 'Referrer-Policy', 'X-Content-Type-Options'],
  ].map((name) => name.toLowerCase()),
);

/** The CSP source that allows one inline script or style, by its hash. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
