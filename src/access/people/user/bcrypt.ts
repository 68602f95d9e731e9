import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

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
export function isBcrypt(hashed: string): boolean {
  return FORM.test(hashed);
}

/** Whether bcrypt covers the whole password; the end of a longer one was never verified. */
export function looksAtAllOf(password: string): boolean {
  return Buffer.byteLength(password) <= LOOKED_AT_BYTES;
}

/**
 * Verifies a password against a bcrypt hash in a worker thread, because bcrypt in JavaScript would
 * block the event loop.
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
