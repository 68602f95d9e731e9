/** SQL of an address: IPv4 without the prefix that a dual-stack socket gives it (`::ffff:`). */
export const shownAddress = (address: string): string =>
  `regexp_replace(${address}, '^::ffff:(?=[0-9]+[.])', '')`;
