import { isTransient } from './postgres-errors.js';

const ATTEMPTS = 4;

/**
 * Runs one transaction, and repeats it from the beginning when it failed only because of a
 * concurrent one, such as in a deadlock. So `work` must have no effects outside the database.
 */
export async function retryTransaction<T>(
  work: () => Promise<T>,
  mayBeRepeated = isTransient,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !mayBeRepeated(error)) throw error;
    }
  }
}
