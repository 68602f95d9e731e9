import type { Response } from 'express';
import { BODY_LIMIT } from '../endpoint-promise.js';
import { TooManyBodiesError } from '../http.errors.js';

/** Limits of the queue for body memory. */
const MAX_WAITING = 200;
const MAX_WAIT_MS = 10_000;
/** A body that takes longer to arrive can lose its memory to a waiting request. */
const SLOW_MS = 1_000;
/** How often waiting requests look for such bodies. */
const CHECK_MS = 250;
/** Memory of small bodies, relative to that of all others. */
const SMALL_SHARE = 1 / 4;

/** The memory of one body. */
interface Reservation {
  /** Marks the body as complete. It keeps its memory from then on. */
  arrived(): void;
  release(): void;
}

interface Holder extends Reservation {
  readonly caller: string;
  readonly since: number;
  /** Ends the request because its body arrives too slowly. Undefined once it has arrived. */
  evict?: (error: Error) => void;
}

interface Waiter {
  readonly caller: string;
  readonly bytes: number;
  begin(): void;
  giveUp(): void;
}

/**
 * Bounds the total size of request bodies, from before they are read until their handler ends: a
 * parsed body takes ten times its size. Small bodies, such as those of logins, have their own
 * memory, so that they never wait for large ones.
 */
export class BodyMemory {
  private readonly large: BodyRoom;
  private readonly small: BodyRoom;

  constructor(mostBytes: number) {
    this.large = new BodyRoom(mostBytes);
    this.small = new BodyRoom(mostBytes * SMALL_SHARE);
  }

  /**
   * @param evict Called with an error when the body arrives so slowly that it loses its memory.
   * @throws TooManyBodiesError when the queue is full or the wait takes too long.
   */
  reserve(
    caller: string,
    bytes: number,
    response: Response,
    evict: (error: Error) => void = () => undefined,
  ): Promise<Reservation> {
    const room = bytes <= BODY_LIMIT ? this.small : this.large;
    return room.reserve(caller, bytes, response, evict);
  }
}

/**
 * Memory for a number of bytes, of which one caller gets at most half. Requests without room wait,
 * and can take the memory of a slow body whose caller uses more than their own.
 */
class BodyRoom {
  private readonly byCaller = new Map<string, number>();
  /** Oldest first. */
  private readonly holders = new Set<Holder>();
  private readonly waiting = new Set<Waiter>();
  private used = 0;
  private timer?: NodeJS.Timeout;

  constructor(private readonly mostBytes: number) {}

  async reserve(
    caller: string,
    bytes: number,
    response: Response,
    evict: (error: Error) => void,
  ): Promise<Reservation> {
    if (this.hasRoom(caller, bytes)) this.take(caller, bytes);
    else await this.wait(caller, bytes, response);
    const holder: Holder = {
      caller,
      since: performance.now(),
      evict,
      arrived: () => (holder.evict = undefined),
      release: () => {
        if (!this.holders.delete(holder)) return;
        this.take(caller, -bytes);
        this.admit();
      },
    };
    this.holders.add(holder);
    return holder;
  }

  private hasRoom(caller: string, bytes: number): boolean {
    return (
      this.used + bytes <= this.mostBytes && this.takenBy(caller) + bytes <= this.mostBytes / 2
    );
  }

  private takenBy(caller: string): number {
    return this.byCaller.get(caller) ?? 0;
  }

  private take(caller: string, bytes: number): void {
    this.used += bytes;
    const taken = this.takenBy(caller) + bytes;
    if (taken > 0) this.byCaller.set(caller, taken);
    else this.byCaller.delete(caller);
  }

  private admit(): void {
    for (const waiter of this.waiting) {
      if (!this.hasRoom(waiter.caller, waiter.bytes)) continue;
      this.take(waiter.caller, waiter.bytes);
      waiter.begin();
    }
  }

  private wait(caller: string, bytes: number, response: Response): Promise<void> {
    if (this.waiting.size >= MAX_WAITING) this.makePlace(caller);
    return new Promise((resolve, reject) => {
      const end = (): void => {
        this.waiting.delete(waiter);
        clearTimeout(timer);
        response.off('close', giveUp);
      };
      const giveUp = (): void => (end(), reject(new TooManyBodiesError()));
      const waiter: Waiter = { caller, bytes, begin: () => (end(), resolve()), giveUp };
      const timer = setTimeout(giveUp, MAX_WAIT_MS).unref();
      response.once('close', giveUp);
      this.waiting.add(waiter);
      if (response.closed) giveUp();
      else this.evictSlow();
    });
  }

  /**
   * Removes the newest waiting request of the caller with the most.
   * @throws TooManyBodiesError when no caller has more than this one.
   */
  private makePlace(caller: string): void {
    const counts = new Map<string, number>();
    for (const waiter of this.waiting)
      counts.set(waiter.caller, (counts.get(waiter.caller) ?? 0) + 1);
    const [most, count] = [...counts].reduce((one, other) => (other[1] > one[1] ? other : one));
    if (count <= (counts.get(caller) ?? 0) + 1) throw new TooManyBodiesError();
    [...this.waiting].findLast((waiter) => waiter.caller === most)!.giveUp();
  }

  /** Admits waiting requests by ending slow bodies of callers who use more. */
  private evictSlow(): void {
    clearTimeout(this.timer);
    for (const { caller, bytes } of [...this.waiting]) {
      // Only the caller's own bodies are in the way.
      if (this.takenBy(caller) + bytes > this.mostBytes / 2) continue;
      while (!this.hasRoom(caller, bytes)) {
        const slow = this.slowest(this.takenBy(caller) + bytes);
        if (!slow) break;
        slow.evict?.(new TooManyBodiesError());
        slow.release();
      }
    }
    if (this.waiting.size > 0) this.timer = setTimeout(() => this.evictSlow(), CHECK_MS).unref();
  }

  /** The oldest slow body of the caller who uses the most, if that is more than `moreThan`. */
  private slowest(moreThan: number): Holder | undefined {
    const before = performance.now() - SLOW_MS;
    let found: Holder | undefined;
    for (const holder of this.holders) {
      if (!holder.evict || holder.since > before) continue;
      const taken = this.takenBy(holder.caller);
      if (taken > moreThan && taken > (found ? this.takenBy(found.caller) : 0)) found = holder;
    }
    return found;
  }
}
