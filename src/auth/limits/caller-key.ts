import type { CalledRequest } from '../caller/called-request.js';
import { networkOf } from './network.js';

/**
 * Identifies the caller for limits: the API token, the user with all tokens and sessions, or the
 * address of a request without either.
 */
export function callerKeyOf({ caller, ip }: Pick<CalledRequest, 'caller' | 'ip'>): string {
  if (!caller) return `address ${networkOf(ip ?? '')}`;
  return caller.kind === 'user' ? `user ${caller.userId}` : `token ${caller.tokenId}`;
}
