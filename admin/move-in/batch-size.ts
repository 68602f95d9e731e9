/** Rows of the first batch, when the time per row is not known yet. */
const FIRST = 50;
const LEAST = 10;
const MOST = 1_000;
/**
 * How long a transaction should take. Until it ends, no later event is final, so webhooks and
 * statistics wait for it. Shorter ones would cost more than what they write.
 */
const TARGET_MS = 300;

/** How many rows are moved in one transaction, so that it stays short on any machine. */
export class BatchSize {
  /** Between 10 and 1,000. */
  rows = FIRST;

  /** Learns from a batch. The size at most doubles, since the first batches are the slowest. */
  adapt(rows: number, milliseconds: number): void {
    const fitting = Math.round((rows * TARGET_MS) / Math.max(1, milliseconds));
    this.rows = Math.min(MOST, 2 * this.rows, Math.max(LEAST, fitting));
  }
}

/** Splits rows into batches, in their order, and measures how long the work on each takes. */
export async function inBatches<Row>(
  rows: readonly Row[],
  size: BatchSize,
  work: (batch: readonly Row[]) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < rows.length;) {
    const batch = rows.slice(start, start + size.rows);
    const began = performance.now();
    await work(batch);
    size.adapt(batch.length, performance.now() - began);
    start += batch.length;
  }
}
