// In JavaScript, so that it is loaded once for all files of a worker (see loader.mjs).
import { createRequire } from 'node:module';

const argon2 = createRequire(import.meta.url)('@node-rs/argon2');
const { hash } = argon2;

/** The options of the last hash that was asked for. */
export let askedOptions;

/**
 * Hashing or verifying a password takes 32 ms of CPU time, by intention. From now on, hashes are
 * made that take 0.3 ms. To be called before the service is loaded.
 */
export function makePasswordsCheap() {
  argon2.hash = (password, options) => {
    askedOptions = options;
    return hash(password, { ...options, memoryCost: 8, timeCost: 1 });
  };
}
