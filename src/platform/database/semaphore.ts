import { type WaitLimits, WaitQueue } from './wait-queue.js';

/**
 * Limits the number of concurrent tasks; others wait in order of arrival. A finished task passes
 * its slot to the first waiting one, so that no later task can take it.
 */
export class Semaphore {
  private taken = 0;
  private readonly queue: WaitQueue;

  /**
   * @param atOnce Maximum number of concurrent tasks.
   * @param most Maximum number of waiting tasks.
   * @param tooMany Creates the error for further tasks.
   */
  constructor(
    private readonly atOnce: number,
    private readonly most: number,
    tooMany: () => Error,
  ) {
    this.queue = new WaitQueue(most, tooMany);
  }

  /** Whether no task is running or waiting. */
  get isIdle(): boolean {
    return this.taken === 0;
  }

  /** Whether a task can start at once. */
  get hasRoom(): boolean {
    return this.taken < this.atOnce;
  }

  /** Whether a further task would be refused. */
  get isFull(): boolean {
    return !this.hasRoom && this.queue.size >= this.most;
  }

  /**
   * Waits for a slot.
   * @returns Releases the slot.
   */
  async enter(limits?: WaitLimits): Promise<() => void> {
    if (this.hasRoom) this.taken++;
    else await this.queue.wait(limits);
    return () => this.leave();
  }

  /** Takes a slot if one is free. @returns Releases it. */
  tryEnter(): (() => void) | undefined {
    if (!this.hasRoom) return undefined;
    this.taken++;
    return () => this.leave();
  }

  /** Runs a task when it has a slot. */
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
