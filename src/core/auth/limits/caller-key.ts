import type { CalledRequest } from '../current-caller.js';
import { networkOf } from './network.js';

/**
 * Identifies who sent a request for limits: the key of the caller, or the address of a request
 * without one.
 */
export function callerKeyOf({ caller, ip }: Pick<CalledRequest, 'caller' | 'ip'>): string {
  return caller?.key ?? `address ${networkOf(ip ?? '')}`;
}
