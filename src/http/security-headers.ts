import { createHash } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';

/**
 * Policy of API responses: they are data and load nothing, run nothing and cannot be framed. HTML
 * pages have policies of their own.
 */
export const DATA_POLICY = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/**
 * Swagger UI: scripts come from files of the service alone, none stands in the page; its styles and
 * pictures do.
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

/** What SDKs fetch has an `ETag` and no secrets; documentation and figures are everybody's. */
const STORABLE = /^\/(api\/(client|frontend)|ofrep|docs|health|ready|internal-backstage)(\/|$)/i;

/**
 * The headers that tell a browser what it may do with an answer. No cache keeps answers of the API
 * for people, sign-in pages and links: that a new route answers with a secret must not depend on
 * somebody's thinking of the header.
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

/** A source of a policy that lets one inline script or style through, by its text. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
