import type {
  CorsOptions,
  CorsOptionsDelegate,
} from '@nestjs/common/interfaces/external/cors-options.interface.js';
import type { Request } from 'express';

/** Paths that browsers of other origins may call. */
const FOR_BROWSERS = /^\/(api\/frontend|ofrep)(\/|$)/i;
/** How long browsers may cache a preflight response, in seconds. */
const REMEMBERED_SECONDS = 172_800;

/**
 * Allows pages of the given origins to call the frontend API and OFREP. Preflights need no token.
 */
export function corsFor(origins: readonly string[]): CorsOptionsDelegate<Request> {
  const allowed: CorsOptions = {
    origin: origins.includes('*') ? '*' : [...origins],
    credentials: true,
    exposedHeaders: 'ETag',
    maxAge: REMEMBERED_SECONDS,
    optionsSuccessStatus: 204,
  };
  return (request, decide) =>
    decide(null as never, FOR_BROWSERS.test(request.path) ? allowed : { origin: false });
}
