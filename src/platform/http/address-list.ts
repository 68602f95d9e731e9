import { BlockList, isIP } from 'node:net';
import { BadDataError } from '../errors/general.errors.js';

/** Maximum number of addresses and ranges in a list. */
export const MOST_ADDRESSES = 100;

/** Whether a text is an IP address, or a range of them such as `10.0.0.0/8`. */
function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0 || address.includes('%')) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  );
}

/**
 * The addresses and ranges of a request, each once.
 * @throws BadDataError when one is neither.
 */
export function checkedAddresses(addresses: readonly string[]): string[] {
  const checked = [...new Set(addresses.map((one) => one.trim().toLowerCase()))];
  const other = checked.find((one) => !isAddressRange(one));
  if (other === undefined) return checked;
  const message =
    `"${other}" is not an IP address like 192.0.2.7, or a range like 10.0.0.0/8 or ` +
    '2001:db8::/32.';
  throw new BadDataError(message, [{ message, path: '/body/allowedAddresses' }]);
}

/** A list of IP addresses and ranges of them. */
export class AddressList {
  private readonly list = new BlockList();

  /** @param ranges Texts that {@link isAddressRange} accepts. */
  constructor(readonly ranges: readonly string[]) {
    for (const range of ranges) {
      const [address = '', bits] = range.split('/');
      const family = familyOf(address);
      if (bits === undefined) this.list.addAddress(address, family);
      else this.list.addSubnet(address, Number(bits), family);
    }
  }

  /** Whether it has an address, as Node tells it: also an IPv4 address in the form of IPv6. */
  has(address: string | undefined): boolean {
    const bare = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1)[0]!;
    return isIP(bare) !== 0 && this.list.check(bare, familyOf(bare));
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
