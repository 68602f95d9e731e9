import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { TooManyRequestsError } from '../../auth/limits/limits.errors.js';
import { Semaphore } from '../../database/semaphore.js';
import { isBcrypt, looksAtAllOf, verifyBcrypt } from './bcrypt.js';

/**
 * How many passwords are worked on at once: one processor at least, and half of Node's four worker
 * threads, are left to everything else.
 */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));
/** How many more may wait; what comes then is turned away, for it would wait for seconds. */
const WAITING = 100;

/** A flood of passwords leaves the processors to others. */
const turns = new Semaphore(AT_ONCE, WAITING, () => new TooManyRequestsError(WAITING, 1, 1));

/**
 * argon2id with the parameters that OWASP recommends: 19 MiB, two passes, one lane. @returns The
 * PHC string. @throws TooManyRequestsError
 */
export function hashPassword(password: string): Promise<string> {
  return turns.run(() => hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }));
}

/**
 * Whether a password is the one that was hashed, by argon2 or, elsewhere, by bcrypt. @throws
 * TooManyRequestsError
 */
export function verifyPassword(password: string, hashed: string): Promise<boolean> {
  const verified = isBcrypt(hashed)
    ? verifyBcrypt
    : (text: string, hash: string): Promise<boolean> => verify(hash, text);
  return turns.run(() => verified(password, hashed).catch(() => false));
}

/**
 * The hash to keep of a password that was just verified, if that is not the one that is kept
 * already: of those that came with bcrypt. A password of which bcrypt looks at a part alone keeps
 * its hash until it is changed, for its end may have been mistyped. @throws TooManyRequestsError
 */
export async function betterHash(password: string, hashed: string): Promise<string | undefined> {
  return isBcrypt(hashed) && looksAtAllOf(password) ? hashPassword(password) : undefined;
}
