import { setImmediate } from 'node:timers/promises';

/** How long work may run before other requests get a turn, in milliseconds. */
const SLICE_MS = 10;

/** Splits long work into slices of time, so that it does not block the event loop. */
export class TimeSlice {
  private end = performance.now() + SLICE_MS;
  /** Whether there was a pause. */
  hasPaused = false;

  /** Whether it is time for {@link pause}. */
  get isOver(): boolean {
    return performance.now() >= this.end;
  }

  /** Yields to other work, then starts a new slice. */
  async pause(): Promise<void> {
    await setImmediate();
    this.hasPaused = true;
    this.end = performance.now() + SLICE_MS;
  }

  /** Processes every item in slices of time. */
  async forEach<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
    for (const item of items) {
      if (this.isOver) await this.pause();
      work(item);
    }
  }

  /** Maps every item in slices of time. */
  async map<T, R>(items: Iterable<T>, work: (item: T) => R): Promise<R[]> {
    const made: R[] = [];
    await this.forEach(items, (item) => void made.push(work(item)));
    return made;
  }

  /** Yields to other work if the slice is over. */
  async rest(): Promise<void> {
    if (this.isOver) await this.pause();
  }
}
