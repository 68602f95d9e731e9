import type {
  CorsOptions,
  CorsOptionsDelegate,
} from '@nestjs/common/interfaces/external/cors-options.interface.js';
import type { Request } from 'express';

/** What pages of other origins may call: what is made for browsers. */
const FOR_BROWSERS = /^\/(api\/frontend|ofrep)(\/|$)/i;
/**
 * How long a browser may remember what it was allowed, in seconds: two days, as the reference says.
 */
const REMEMBERED_SECONDS = 172_800;

/**
 * Lets pages of some origins, or of all, call the frontend API and OFREP. A preflight is answered
 * before anybody is asked for a token.
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
