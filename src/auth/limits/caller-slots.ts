import { Semaphore } from '../../database/semaphore.js';
import { type Closable, closedSignal } from '../../http/closed-signal.js';
import { QuotaExceededError } from './limits.errors.js';

/** Number of requests that may wait per running request of a caller. */
const WAITING_FOR_EACH = 10;
/** Maximum wait in milliseconds. */
const MAX_WAIT_MS = 10_000;

/**
 * Limits how many expensive requests each caller runs at the same time. Every caller has its own
 * queue, so callers do not wait for each other.
 */
export class CallerSlots {
  private readonly lines = new Map<string, Semaphore>();

  constructor(private readonly atOnce: number) {}

  /** Number of callers with running requests. */
  get size(): number {
    return this.lines.size;
  }

  /**
   * Waits for a free slot of the caller.
   * @returns Releases the slot.
   * @throws QuotaExceededError when the queue is full or the wait takes too long.
   */
  async enter(key: string, waiter: Closable): Promise<() => void> {
    let line = this.lines.get(key);
    if (!line) {
      const most = this.atOnce * WAITING_FOR_EACH;
      this.lines.set(key, (line = new Semaphore(this.atOnce, most, () => this.refusal())));
    }
    const leave = await (line.hasRoom
      ? line.enter()
      : line.enter({ milliseconds: MAX_WAIT_MS, signal: closedSignal(waiter) }));
    return () => {
      leave();
      if (line.isIdle) this.lines.delete(key);
    };
  }

  private refusal(): QuotaExceededError {
    const message =
      `A caller may run ${this.atOnce} searches, imports, exports, bulk changes and evaluations ` +
      'at the same time, and too many are waiting. Try again later.';
    return new QuotaExceededError(message, 1);
  }
}
