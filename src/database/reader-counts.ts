import { TooManyLongReadsError } from './database.errors.js';

/** Maximum number of long reads per caller, running and waiting. */
const LONG_READS_PER_CALLER = 4;

/** Bounds the reads of each caller, running and waiting. */
export class ReaderCounts {
  private readonly counts = new Map<string, number>();

  /**
   * @param most Maximum number of reads per caller.
   * @param tooMany Creates the error for further reads.
   */
  constructor(
    private readonly most: number,
    private readonly tooMany: (most: number) => Error,
  ) {}

  /**
   * Counts one more read of a caller.
   * @returns Ends it.
   * @throws the error for further reads when the caller has too many.
   */
  enter(key: string): () => void {
    const count = this.counts.get(key) ?? 0;
    if (count >= this.most) throw this.tooMany(this.most);
    this.counts.set(key, count + 1);
    return () => {
      const left = this.counts.get(key)! - 1;
      if (left > 0) this.counts.set(key, left);
      else this.counts.delete(key);
    };
  }
}

/** Bounds the long reads of each caller. */
export function countsOfLongReads(): ReaderCounts {
  return new ReaderCounts(LONG_READS_PER_CALLER, (most) => new TooManyLongReadsError(most));
}
