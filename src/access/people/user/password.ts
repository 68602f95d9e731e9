import { once } from 'node:events';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { hash, verify } from '@node-rs/argon2';
import { TooManyRequestsError } from '../../../core/auth/limits/limits.errors.js';
import { Semaphore } from '../../../platform/database/semaphore.js';

/** Accepted costs of imported hashes: verifying a higher one would take many seconds. */
const FORM = /^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/;
/** bcrypt ignores everything after this many bytes of UTF-8. */
const LOOKED_AT_BYTES = 72;

const WORK = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { compareSync } = require(workerData.library);
  parentPort.postMessage(compareSync(workerData.password, workerData.hashed));`;
const LIBRARY = createRequire(import.meta.url).resolve('bcryptjs');

/** Whether a hash is a bcrypt hash, imported from the reference. */
function isBcrypt(hashed: string): boolean {
  return FORM.test(hashed);
}

/** Whether bcrypt covers the whole password; the end of a longer one was never verified. */
function looksAtAllOf(password: string): boolean {
  return Buffer.byteLength(password) <= LOOKED_AT_BYTES;
}

/**
 * Verifies a password against a bcrypt hash in a worker thread, because bcrypt in JavaScript would
 * block the event loop.
 */
async function verifyBcrypt(password: string, hashed: string): Promise<boolean> {
  const worker = new Worker(WORK, {
    eval: true,
    workerData: { library: LIBRARY, password, hashed },
  });
  try {
    const [isRight] = (await once(worker, 'message')) as [boolean];
    return isRight;
  } finally {
    await worker.terminate();
  }
}

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
