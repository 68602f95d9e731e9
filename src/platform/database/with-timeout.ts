import { DatabaseUnavailableError } from './database.errors.js';

/**
 * Waits for a promise with a time limit; a later result is ignored.
 * @param whenLate What to return or throw after the limit.
 * @throws DatabaseUnavailableError by default.
 */
export async function withTimeout<T, L = never>(
  milliseconds: number,
  promise: T | PromiseLike<T>,
  whenLate: () => L = unavailable,
): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<L>((resolve, reject) => {
    timer = setTimeout(() => {
      try {
        resolve(whenLate());
      } catch (error) {
        reject(error as Error);
      }
    }, milliseconds).unref();
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

function unavailable(): never {
  throw new DatabaseUnavailableError();
}
