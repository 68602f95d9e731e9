import { lookup as dnsLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** The address may not be called. */
export class PrivateAddressError extends Error {
  readonly code = 'PRIVATE_ADDRESS';

  constructor() {
    super(
      'The receiver has a private address, which this service may not call ' +
        '(WEBHOOK_ALLOW_PRIVATE_ADDRESSES).',
    );
  }
}

/**
 * IPv4 ranges that are not public: private, shared, loopback, link-local, documentation, multicast,
 * reserved and others (RFC 6890).
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
/** The only IPv6 range of public hosts. */
const GLOBAL_6 = blockList('ipv6', [['2000::', 3]]);
/**
 * Ranges within it that are not public: protocols (including Teredo, which embeds IPv4 addresses),
 * documentation, and 6to4, which embeds them too.
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

/** Whether an IP address is public. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !NOT_PUBLIC_4.check(address, 'ipv4');
  return (
    isIP(address) === 6 && GLOBAL_6.check(address, 'ipv6') && !NOT_PUBLIC_6.check(address, 'ipv6')
  );
}

/** Whether a URL names this machine, which is the only one that HTTP without TLS may reach. */
export function isLocalhost({ hostname }: URL): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
}

/** The host of a URL for sockets: IPv6 addresses without brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

/**
 * A DNS lookup for sockets that only returns public addresses, so that the checked address is the
 * one connected to, even if DNS changes. Sockets do not look up literal IP addresses; check these
 * with {@link isPublic}.
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
