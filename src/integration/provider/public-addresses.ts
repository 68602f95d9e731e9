import { lookup as dnsLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** An address that may not be called. */
export class PrivateAddressError extends Error {
  readonly code = 'PRIVATE_ADDRESS';

  constructor() {
    super(
      'The receiver has a private address, which this service may not call (WEBHOOK_ALLOW_PRIVATE_ADDRESSES).',
    );
  }
}

/**
 * Of IPv4: this network, private, shared, loopback, link-local, for protocols, for documentation,
 * for tests, multicast and reserved (RFC 6890).
 */
const NOT_PUBLIC_4 = blockList('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]);
/** Of IPv6 only this is given to hosts of the internet. */
const GLOBAL_6 = blockList('ipv6', [['2000::', 3]]);
/**
 * Within it: for protocols (Teredo among them, which wraps addresses of IPv4), for documentation,
 * and 6to4, which wraps them too.
 */
const NOT_PUBLIC_6 = blockList('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]);

function blockList(family: 'ipv4' | 'ipv6', subnets: [string, number][]): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of subnets) list.addSubnet(net, prefix, family);
  return list;
}

/** Whether an IP address is one of the public internet. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !NOT_PUBLIC_4.check(address, 'ipv4');
  return (
    isIP(address) === 6 && GLOBAL_6.check(address, 'ipv6') && !NOT_PUBLIC_6.check(address, 'ipv6')
  );
}

/** The host of a URL as sockets want it: an address of IPv6 without its brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

/**
 * Looks a name up for a socket that is about to connect, and leaves it only the public addresses:
 * so what is checked is what is connected to, however often the name changes its address. Sockets
 * do not look up a host that is an address already: check that by {@link isPublic}.
 */
export const publicLookup: LookupFunction = (host, options, done) => {
  dnsLookup(host, { ...(options as LookupOptions), all: true }, (error, found: LookupAddress[]) => {
    if (error) return done(error, []);
    const allowed = found.filter(({ address }) => isPublic(address));
    if (allowed.length === 0) return done(new PrivateAddressError(), []);
    if (options.all) return done(null, allowed);
    done(null, allowed[0]!.address, allowed[0]!.family);
  });
};
