import { Semaphore } from '../../database/semaphore.js';
import { type Closable, closedSignal } from '../../http/closed-signal.js';
import { QuotaExceededError } from './limits.errors.js';

/** How many requests of a caller may wait for each one that runs. */
const WAITING_FOR_EACH = 10;
/** How long a request waits for its turn, in milliseconds. */
const MAX_WAIT_MS = 10_000;

/**
 * Lets each caller do a few expensive things at the same time; others wait in a line of their own,
 * so that nobody waits for another caller.
 */
export class CallerSlots {
  private readonly lines = new Map<string, Semaphore>();

  constructor(private readonly atOnce: number) {}

  /** How many callers have something running. */
  get size(): number {
    return this.lines.size;
  }

  /**
   * Waits until the caller has a slot free. @returns How to give it back. @throws
   * QuotaExceededError when too many wait already, or it takes too long.
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
    const message = `One caller may have ${this.atOnce} searches, imports, exports, bulk changes and evaluations at the same time, and too many wait already. Try again later.`;
    return new QuotaExceededError(message, 1);
  }
}
