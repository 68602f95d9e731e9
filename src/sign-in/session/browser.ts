import type { Request } from 'express';
import type { Browser } from './session-opener.js';

/** The browser, or the program, that a request comes from. */
export function browserOf({ ip, headers }: Request): Browser {
  return { address: ip, userAgent: headers['user-agent'], cookie: headers.cookie };
}
