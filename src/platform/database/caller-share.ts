import { WaitQueue } from './wait-queue.js';

/** What callers may do at the same time. */
export interface ShareLimits {
  /** How much one caller may do. */
  readonly perCaller: number;
  /** How much all callers together may do; no limit by default. */
  readonly total?: number;
  /** How much of a caller may wait, and how long; nothing by default. */
  readonly waiting?: { readonly most: number; readonly milliseconds: number };
}

/** What one caller does, and what waits for it. */
interface Line {
  running: number;
  readonly queue: WaitQueue;
}

/**
 * Bounds what each caller does at the same time. Every caller has its own queue, so callers do not
 * wait for each other. In memory, for this instance only.
 */
export class CallerShare {
  private readonly lines = new Map<string, Line>();
  private total = 0;

  /** @param refusal Creates the error for what is too much. */
  constructor(
    readonly limits: ShareLimits,
    private readonly refusal: () => Error,
  ) {}

  /** Number of callers that do something. */
  get size(): number {
    return this.lines.size;
  }

  /** Begins something if there is room. @returns Ends it; may be called repeatedly. */
  tryEnter(key: string): (() => void) | undefined {
    const { perCaller, total = Infinity } = this.limits;
    const line = this.lines.get(key);
    if ((line?.running ?? 0) >= perCaller || this.total >= total) return undefined;
    if (line) line.running++;
    else this.lines.set(key, { running: 1, queue: this.newQueue() });
    this.total++;
    return this.leaving(key);
  }

  /**
   * Begins something.
   * @returns Ends it; may be called repeatedly.
   * @throws the refusal when there is no room.
   */
  enter(key: string): () => void {
    const leave = this.tryEnter(key);
    if (!leave) throw this.refusal();
    return leave;
  }

  /**
   * Begins something as soon as the caller has room.
   * @param left Aborted when the caller disconnects.
   * @returns Ends it; may be called repeatedly.
   * @throws the refusal when the queue is full or the wait takes too long.
   */
  async enterInTurn(key: string, left?: AbortSignal): Promise<() => void> {
    const leave = this.tryEnter(key);
    if (leave) return leave;
    const { queue } = this.lines.get(key)!;
    await queue.wait({ milliseconds: this.limits.waiting?.milliseconds, signal: left });
    return this.leaving(key);
  }

  private newQueue(): WaitQueue {
    return new WaitQueue(this.limits.waiting?.most ?? 0, this.refusal);
  }

  private leaving(key: string): () => void {
    let isIn = true;
    return () => {
      if (isIn) this.leave(key);
      isIn = false;
    };
  }

  /** Passes the room to what waits longest, so that nothing later can take it. */
  private leave(key: string): void {
    const line = this.lines.get(key)!;
    if (line.queue.admitNext()) return;
    line.running--;
    this.total--;
    if (line.running === 0) this.lines.delete(key);
  }
}
