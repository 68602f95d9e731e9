import type { Request } from 'express';
import type { Caller } from './caller.js';

/** A request whose sender is known. */
export interface CalledRequest extends Request {
  caller?: Caller;
}
