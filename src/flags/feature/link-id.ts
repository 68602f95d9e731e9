import { randomBytes } from 'node:crypto';

const TIME_BYTES = 6;
const VERSION_BYTE = 6;
const VARIANT_BYTE = 8;

/**
 * A new id, a UUID of version 7 (RFC 9562): ids in order of their text are in order of the
 * milliseconds in which they were made.
 */
export function newLinkId(): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.now(), 0, TIME_BYTES);
  bytes[VERSION_BYTE] = (bytes[VERSION_BYTE]! & 0x0f) | 0x70;
  bytes[VARIANT_BYTE] = (bytes[VARIANT_BYTE]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
