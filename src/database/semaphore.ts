import { type WaitLimits, WaitQueue } from './wait-queue.js';

/**
 * Limits the number of concurrent tasks; others wait in order of arrival. A finished task hands
 * over its place directly, so that no later one can take it.
 */
export class Semaphore {
  private taken = 0;
  private readonly queue: WaitQueue;

  /**
   * @param atOnce How many tasks run at the same time. @param most How many may wait besides.
   * @param tooMany The error of one more.
   */
  constructor(
    private readonly atOnce: number,
    private readonly most: number,
    tooMany: () => Error,
  ) {
    this.queue = new WaitQueue(most, tooMany);
  }

  /** Whether nothing runs, and so nothing waits. */
  get isIdle(): boolean {
    return this.taken === 0;
  }

  /** Whether a task can begin at once. */
  get hasRoom(): boolean {
    return this.taken < this.atOnce;
  }

  /** Whether one more task would be refused. */
  get isFull(): boolean {
    return !this.hasRoom && this.queue.size >= this.most;
  }

  /** Waits for a place. @returns How to give it back. */
  async enter(limits?: WaitLimits): Promise<() => void> {
    if (this.hasRoom) this.taken++;
    else await this.queue.wait(undefined, limits);
    return () => this.leave();
  }

  async run<T>(task: () => Promise<T>, limits?: WaitLimits): Promise<T> {
    const leave = await this.enter(limits);
    try {
      return await task();
    } finally {
      leave();
    }
  }

  private leave(): void {
    if (!this.queue.admitNext()) this.taken--;
  }
}
