import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

/** Of these costs a hash is taken: a higher one would keep a processor busy for many seconds. */
const FORM = /^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/;
/** bcrypt looks at no more of a password, in UTF-8. */
const LOOKED_AT_BYTES = 72;

const WORK = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { compareSync } = require(workerData.library);
  parentPort.postMessage(compareSync(workerData.password, workerData.hashed));`;
const LIBRARY = createRequire(import.meta.url).resolve('bcryptjs');

/** Whether a hash is one of bcrypt, as users have who came from the reference. */
export function isBcrypt(hashed: string): boolean {
  return FORM.test(hashed);
}

/**
 * Whether bcrypt looks at all of a password: of a longer one nobody knows whether the rest was
 * right.
 */
export function looksAtAllOf(password: string): boolean {
  return Buffer.byteLength(password) <= LOOKED_AT_BYTES;
}

/**
 * Whether a password is the one that was hashed. In a thread of its own: bcrypt in JavaScript would
 * keep all other requests waiting.
 */
export async function verifyBcrypt(password: string, hashed: string): Promise<boolean> {
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
