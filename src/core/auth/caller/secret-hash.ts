import { createHash } from 'node:crypto';

/** SHA-256 of a random secret, which is what is stored of it. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
