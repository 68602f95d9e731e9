import type {
  CorsOptions,
  CorsOptionsDelegate,
} from '@nestjs/common/interfaces/external/cors-options.interface.js';
import type { Request } from 'express';

/** Paths that browsers of other origins may call. */
const FOR_BROWSERS = /^\/(api\/frontend|ofrep)(\/|$)/i;
/**
 * How long browsers may cache the response to a preflight, in seconds: a day, as in the reference.
 */
const REMEMBERED_SECONDS = 86_400;

/**
 * Allows pages of the given origins to call the frontend API and OFREP. Preflights need no token.
 */
export function corsFor(current: { allowed: readonly string[] }): CorsOptionsDelegate<Request> {
  const allowed = (origins: readonly string[]): CorsOptions => ({
    origin: origins.includes('*') ? '*' : [...origins],
    credentials: true,
    exposedHeaders: 'ETag',
    maxAge: REMEMBERED_SECONDS,
    optionsSuccessStatus: 204,
  });
  return (request, decide) =>
    decide(
      null as never,
      FOR_BROWSERS.test(request.path) ? allowed(current.allowed) : { origin: false },
    );
}
