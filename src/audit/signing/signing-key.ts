import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { privateKeyOf } from '../../platform/config/storage-config.js';

/** An Ed25519 public key: its bytes in base64url (RFC 8037). */
export type PublicKey = string;

/** A key pair that can sign. */
export class SigningKey {
  readonly publicKey: PublicKey;
  /** Thumbprint of the public key. */
  readonly id: string;
  private readonly key: KeyObject;

  /** @param seed The private part of the key, in base64url. */
  constructor(readonly seed: string) {
    this.key = privateKeyOf(seed);
    this.publicKey = createPublicKey(this.key).export({ format: 'jwk' }).x!;
    this.id = thumbprintOf(this.publicKey);
  }

  /** Generates a random key. */
  static generate(): SigningKey {
    const { privateKey } = generateKeyPairSync('ed25519');
    return new SigningKey(privateKey.export({ format: 'jwk' }).d!);
  }

  /** Signs a text as UTF-8. */
  sign(text: string): Buffer {
    return sign(null, Buffer.from(text), this.key);
  }
}

/** The SHA-256 thumbprint of a public key (RFC 7638), which is its id. */
function thumbprintOf(publicKey: PublicKey): string {
  const members = JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x: publicKey });
  return createHash('sha256').update(members).digest('base64url');
}

/** Whether a signature of a text was made with the private part of a public key. */
export function isSignedBy(publicKey: PublicKey, text: string, signature: Buffer): boolean {
  try {
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: publicKey },
      format: 'jwk',
    });
    return verify(null, Buffer.from(text), key, signature);
  } catch {
    return false; // The public key is none.
  }
}
