import { compactOf, jwsOf, signedJws, verifiedJws } from './jws.js';
import type { PublicKey, SigningKey } from './signing-key.js';

const TYPE = 'signing-key-endorsement';

/** A public key as it is published. */
export interface PublishedKey {
  readonly id: string;
  readonly publicKey: PublicKey;
  /** A signature of this key by an earlier one, as a compact JWS; null when there is none. */
  readonly endorsement: string | null;
}

/** Signs a public key with the key that it replaces, which shows that the operator replaced it. */
export function endorsementOf(publicKey: PublicKey, by: SigningKey): string {
  return compactOf(signedJws(publicKey, by, TYPE));
}

/**
 * The keys that can be trusted: those with a trusted id, and all that these endorsed, directly or
 * through others.
 */
export function trustedKeys(
  keys: readonly PublishedKey[],
  trustedIds: readonly string[],
): Map<string, PublicKey> {
  const trusted = new Map<string, PublicKey>();
  for (let before = -1; before < trusted.size;) {
    before = trusted.size;
    for (const key of keys)
      if (trustedIds.includes(key.id) || isEndorsed(key, trusted))
        trusted.set(key.id, key.publicKey);
  }
  return trusted;
}

function isEndorsed(
  { publicKey, endorsement }: PublishedKey,
  by: ReadonlyMap<string, PublicKey>,
): boolean {
  if (endorsement === null) return false;
  const verified = verifiedJws(jwsOf(endorsement), (id) => by.get(id));
  return verified?.header.typ === TYPE && verified.text === publicKey;
}
