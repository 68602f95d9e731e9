import type { Response } from 'express';
import { TooManyBodiesError } from '../http.errors.js';

/** Limits of the queue for body memory. */
const MOST_WAITING = 200;
const MAX_WAIT_MS = 10_000;

interface Waiter {
  readonly caller: string;
  readonly bytes: number;
  begin(): void;
}

/**
 * Bounds the total size of request bodies, from before they are read until their handler ends: a
 * parsed body takes ten times its size. One caller gets at most half. Requests without room wait.
 */
export class BodyMemory {
  private readonly byCaller = new Map<string, number>();
  private readonly waiting = new Set<Waiter>();
  private used = 0;

  constructor(private readonly mostBytes: number) {}

  /**
   * @returns Releases the memory.
   * @throws TooManyBodiesError when the queue is full or the wait takes too long.
   */
  async reserve(caller: string, bytes: number, response: Response): Promise<() => void> {
    if (this.hasRoom(caller, bytes)) this.take(caller, bytes);
    else await this.wait(caller, bytes, response);
    let isReserved = true;
    return () => {
      if (!isReserved) return;
      isReserved = false;
      this.take(caller, -bytes);
      this.admit();
    };
  }

  private hasRoom(caller: string, bytes: number): boolean {
    return (
      this.used + bytes <= this.mostBytes &&
      (this.byCaller.get(caller) ?? 0) + bytes <= this.mostBytes / 2
    );
  }

  private take(caller: string, bytes: number): void {
    this.used += bytes;
    const taken = (this.byCaller.get(caller) ?? 0) + bytes;
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
    if (this.waiting.size >= MOST_WAITING) throw new TooManyBodiesError();
    return new Promise((resolve, reject) => {
      const end = (): void => {
        this.waiting.delete(waiter);
        clearTimeout(timer);
        response.off('close', giveUp);
      };
      const giveUp = (): void => (end(), reject(new TooManyBodiesError()));
      const waiter: Waiter = { caller, bytes, begin: () => (end(), resolve()) };
      const timer = setTimeout(giveUp, MAX_WAIT_MS).unref();
      response.once('close', giveUp);
      this.waiting.add(waiter);
      if (response.closed) giveUp();
    });
  }
}
