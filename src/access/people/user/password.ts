import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { TooManyRequestsError } from '../../../core/auth/limits/limits.errors.js';
import { Semaphore } from '../../../platform/database/semaphore.js';
import { isBcrypt, looksAtAllOf, verifyBcrypt } from './bcrypt.js';

/**
 * Passwords hashed at the same time: one CPU and half of Node's four worker threads stay available
 * for other work.
 */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Maximum number of waiting passwords; further ones are refused. */
const WAITING = 100;

/** Lowers the priority, so that a flood of passwords does not slow down other work. */
const turns = new Semaphore(AT_ONCE, WAITING, () => new TooManyRequestsError(WAITING, 1, 1));

/**
 * Hashes with argon2id and the parameters OWASP recommends: 19 MiB, two passes, one lane.
 * @returns The PHC string.
 * @throws TooManyRequestsError when too many passwords wait.
 */
export function hashPassword(password: string): Promise<string> {
  return turns.run(() => hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }));
}

/**
 * Verifies a password against an argon2 or bcrypt hash.
 * @throws TooManyRequestsError when too many passwords wait.
 */
export function verifyPassword(password: string, hashed: string): Promise<boolean> {
  const verified = isBcrypt(hashed)
    ? verifyBcrypt
    : (text: string, hash: string): Promise<boolean> => verify(hash, text);
  return turns.run(() => verified(password, hashed).catch(() => false));
}

/**
 * Returns a new hash for a verified password that was stored with bcrypt; undefined when the stored
 * hash stays. A password longer than bcrypt covers keeps its hash, because its end may have been
 * mistyped.
 * @throws TooManyRequestsError when too many passwords wait.
 */
export async function betterHash(password: string, hashed: string): Promise<string | undefined> {
  return isBcrypt(hashed) && looksAtAllOf(password) ? hashPassword(password) : undefined;
}
