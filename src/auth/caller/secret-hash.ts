import { createHash } from 'node:crypto';

/** What is kept of a secret of high entropy: its SHA-256, in 32 bytes. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
