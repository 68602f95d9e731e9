import { mayBeRepeated, meaningOf } from '../database/violations.js';
import { ApiError } from '../errors/api-error.js';
import { BadDataError } from '../errors/general.errors.js';

/** Does a part of an import. What refuses it says that by itself: here it is told of which part, and as a fault of the file. */
export async function told(part: string, work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    const refusal = error instanceof ApiError ? error : mayBeRepeated(error) ? undefined : meaningOf(error);
    if (!refusal || refusal.status >= 500) throw error;
    const details = refusal.details.map((one) => ({ message: `${part}: ${one.message}` }));
    throw new BadDataError(`${part} cannot be imported. ${refusal.message}`, details);
  }
}
