import { QuotaExceededError } from './limits.errors.js';

/** How many requests of a caller may wait for each one that runs. */
const WAITING_FOR_EACH = 10;
/** How long a request waits for its turn, in milliseconds. */
const MAX_WAIT_MS = 10_000;

interface Line {
  running: number;
  waiting: (() => void)[];
}

/** Somebody who can stop waiting, such as a response whose reader hangs up. */
export interface Waiter {
  readonly closed: boolean;
  once(event: 'close', listener: () => void): unknown;
  off(event: 'close', listener: () => void): unknown;
}

/**
 * Lets each caller do a few expensive things at the same time; others wait in a line of their own,
 * so that nobody waits for another caller.
 */
export class CallerSlots {
  private readonly lines = new Map<string, Line>();

  constructor(private readonly atOnce: number) {}

  /** How many callers have something running. */
  get size(): number {
    return this.lines.size;
  }

  /**
   * Waits until the caller has a slot free. @returns How to give it back. @throws
   * QuotaExceededError when too many wait already, or it takes too long.
   */
  async enter(key: string, waiter: Waiter): Promise<() => void> {
    const line = this.lines.get(key) ?? { running: 0, waiting: [] };
    this.lines.set(key, line);
    if (line.running < this.atOnce) line.running++;
    else if (line.waiting.length >= this.atOnce * WAITING_FOR_EACH) throw this.refusal();
    else await this.turn(line, waiter);
    return () => this.leave(key, line);
  }

  /** Waits in line. Whoever leaves hands over the slot, so that nobody can take it in between. */
  private turn(line: Line, waiter: Waiter): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        waiter.off('close', giveUp);
      };
      const take = (): void => {
        end();
        resolve();
      };
      const giveUp = (): void => {
        end();
        line.waiting.splice(line.waiting.indexOf(take), 1);
        reject(this.refusal());
      };
      const timer = setTimeout(giveUp, MAX_WAIT_MS).unref();
      line.waiting.push(take);
      waiter.once('close', giveUp);
      if (waiter.closed) giveUp();
    });
  }

  private leave(key: string, line: Line): void {
    const next = line.waiting.shift();
    if (next) return next();
    line.running--;
    if (line.running === 0) this.lines.delete(key);
  }

  private refusal(): QuotaExceededError {
    const message = `One caller may have ${this.atOnce} searches, imports, exports, bulk changes and evaluations at the same time, and too many wait already. Try again later.`;
    return new QuotaExceededError(message, 1);
  }
}
