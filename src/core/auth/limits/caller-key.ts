import { isIPv6 } from 'node:net';
import type { CalledRequest } from '../current-caller.js';

/**
 * The network that counts as one address: the first 64 bits of an IPv6 address, because one
 * customer owns all of them, or the IPv4 address, also when mapped to IPv6. Ports that some proxies
 * append are ignored.
 */
export function networkOf(address: string): string {
  const [bare = ''] = withoutPort(address).split('%');
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (v4) return v4;
  if (!isIPv6(bare)) return bare;
  const [head = '', tail] = bare.toLowerCase().split('::');
  const groups = head.split(':').filter(Boolean);
  const behind = tail?.split(':').filter(Boolean) ?? [];
  const zeros =
    tail === undefined
      ? []
      : Array<string>(Math.max(0, 8 - groups.length - behind.length)).fill('0');
  const first = [...groups, ...zeros, ...behind]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''));
  return `${first.join(':')}::/64`;
}

function withoutPort(address: string): string {
  return (
    /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ??
    /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ??
    address
  );
}

/**
 * Identifies who sent a request for limits: the key of the caller, or the address of a request
 * without one.
 */
export function callerKeyOf({ caller, ip }: Pick<CalledRequest, 'caller' | 'ip'>): string {
  return caller?.key ?? `address ${networkOf(ip ?? '')}`;
}
