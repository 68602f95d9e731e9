import { createHash } from 'node:crypto';
import { type PublishedKey, trustedKeys } from '../src/audit/signing/endorsement.js';
import { type FlattenedJws, verifiedJws } from '../src/audit/signing/jws.js';
import { canonicalJson } from '../src/audit/audit-log/seal/seal.js';

/** Statistics whose signature is valid. */
export interface VerifiedStatistics {
  instanceId: string;
  timestamp: string;
  keyId: string;
}

/**
 * Verifies signed statistics and their checksum.
 * @param trustedIds Ids of keys that are trusted; all keys when there are none.
 * @returns What is wrong as a text.
 */
export function verifyStatistics(
  jws: FlattenedJws,
  keys: readonly PublishedKey[],
  trustedIds: readonly string[],
): VerifiedStatistics | string {
  const trusted = trustedKeys(keys, trustedIds.length > 0 ? trustedIds : keys.map(({ id }) => id));
  const verified = verifiedJws(jws, (id) => trusted.get(id));
  if (!verified) return 'the signature is not one of a trusted key over this text';
  if (verified.header.typ !== undefined) return 'the signature is for something else';
  const { sum, ...others } = JSON.parse(verified.text) as VerifiedStatistics & { sum: string };
  const expected = createHash('sha256').update(canonicalJson(others)).digest('hex');
  if (sum !== expected) return 'the checksum is wrong';
  return { ...others, keyId: verified.header.kid };
}
