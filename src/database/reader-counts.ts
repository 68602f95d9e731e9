import { TooManyLongReadsError } from './database.errors.js';

/** Upper bound on long reads per caller, running and waiting. */
const LONG_READS_PER_CALLER = 4;

/** Counts the long reads of each caller. */
export class ReaderCounts {
  private readonly counts = new Map<string, number>();

  /**
   * Counts one more long read of a caller.
   * @returns Ends it.
   * @throws TooManyLongReadsError when the caller runs too many.
   */
  enter(key: string): () => void {
    const count = this.counts.get(key) ?? 0;
    if (count >= LONG_READS_PER_CALLER) throw new TooManyLongReadsError(LONG_READS_PER_CALLER);
    this.counts.set(key, count + 1);
    return () => {
      const left = this.counts.get(key)! - 1;
      if (left > 0) this.counts.set(key, left);
      else this.counts.delete(key);
    };
  }
}
