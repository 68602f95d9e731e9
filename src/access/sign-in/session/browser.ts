import type { Request } from 'express';
import type { Browser } from './session-opener.js';

/** The client of a request: its address and user agent. */
export function browserOf({ ip, headers }: Request): Browser {
  return { address: ip, userAgent: headers['user-agent'], cookie: headers.cookie };
}
