import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/**
 * SHA-256, in lower-case hex, of the canonical JSON of a value (RFC 8785). Independent of key order
 * and formatting.
 */
export function checksumOf(value: object): string {
  return createHash('sha256').update(canonicalize(value)!).digest('hex');
}
