import { createPrivateKey, type JsonWebKey, type KeyObject } from 'node:crypto';

/** Length of the private part of an Ed25519 key. */
const SEED_BYTES = 32;
/** What precedes the private part in PKCS #8 (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The private key whose private part this is. */
export function privateKeyOf(seed: string): KeyObject {
  return createPrivateKey({
    key: Buffer.concat([PKCS8_PREFIX, Buffer.from(seed, 'base64url')]),
    format: 'der',
    type: 'pkcs8',
  });
}

/**
 * Reads an Ed25519 private key as PEM, as JWK, or as its 32 bytes in base64 or base64url.
 * @returns The 32 bytes in base64url; undefined when the text is not such a key.
 */
export function signingSeedOf(text: string): string | undefined {
  if (/^[\w+/-]{43}=?$/.test(text)) {
    const seed = Buffer.from(text, 'base64');
    return seed.length === SEED_BYTES ? seed.toString('base64url') : undefined;
  }
  try {
    const key = text.startsWith('{')
      ? createPrivateKey({ key: JSON.parse(text) as JsonWebKey, format: 'jwk' })
      : // An environment file cannot contain line breaks, so they may be written as \n.
        createPrivateKey(text.replaceAll('\\n', '\n'));
    return key.asymmetricKeyType === 'ed25519' ? key.export({ format: 'jwk' }).d : undefined;
  } catch {
    return undefined;
  }
}
