import type { Request } from 'express';
import type { Caller } from './caller.js';

/** A request with its caller. */
export interface CalledRequest extends Request {
  caller?: Caller;
  /** Number of unknown tokens in the request, when the status does not show it. */
  unknownTokens?: number;
}
