import type { Request } from 'express';
import type { Caller } from './caller.js';

/** A request whose sender is known. */
export interface CalledRequest extends Request {
  caller?: Caller;
  /** How many tokens it came with that nobody knows, where its answer does not tell. */
  unknownTokens?: number;
}
