import { Semaphore } from '../../database/semaphore.js';
import { type Closable, closedSignal } from '../../http/closed-signal.js';
import { QuotaExceededError } from './limits.errors.js';

/** How many requests of a caller may wait, and how long. */
export interface WaitingRequests {
  most: number;
  milliseconds: number;
}

/**
 * Limits how many requests of a kind each caller runs at the same time. Every caller has its own
 * queue, so callers do not wait for each other.
 */
export class CallerSlots {
  private readonly lines = new Map<string, Semaphore>();

  /** @param what What a caller may do `atOnce` times at the same time; a refusal says it. */
  constructor(
    private readonly atOnce: number,
    private readonly what: string,
    private readonly waiting: WaitingRequests,
  ) {}

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
    const line = this.lineOf(key);
    const { milliseconds } = this.waiting;
    const leave = await (line.hasRoom
      ? line.enter()
      : line.enter({ milliseconds, signal: closedSignal(waiter) }));
    return () => this.leave(key, line, leave);
  }

  /** Takes a slot if one of the caller is free. @returns Releases it. */
  tryEnter(key: string): (() => void) | undefined {
    const line = this.lineOf(key);
    const leave = line.tryEnter();
    return leave && (() => this.leave(key, line, leave));
  }

  private lineOf(key: string): Semaphore {
    const known = this.lines.get(key);
    if (known) return known;
    const line = new Semaphore(this.atOnce, this.waiting.most, () => this.refusal());
    this.lines.set(key, line);
    return line;
  }

  private leave(key: string, line: Semaphore, leave: () => void): void {
    leave();
    if (line.isIdle) this.lines.delete(key);
  }

  private refusal(): QuotaExceededError {
    return new QuotaExceededError(
      `A caller may ${this.what} at the same time, and too many are waiting. Try again later.`,
      1,
    );
  }
}
