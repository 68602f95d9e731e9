import { isTransient } from './postgres-errors.js';

const ATTEMPTS = 4;

/**
 * Does what is one transaction, and once more from its beginning where PostgreSQL broke it off only
 * because of another one at the same moment, such as to resolve a deadlock. So `work` must touch
 * nothing but the database.
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
