import { setImmediate } from 'node:timers/promises';

/** How long work on a request goes on before everybody else has a turn, in milliseconds. */
const SLICE_MS = 10;

/** Cuts long work into slices, between which the event loop does what else there is to do. */
export class TimeSlice {
  private end = performance.now() + SLICE_MS;
  /** Whether others have had a turn. */
  hasPaused = false;

  /** Whether it is time for {@link pause}. */
  get isOver(): boolean {
    return performance.now() >= this.end;
  }

  /** Lets everybody else have a turn, and begins another slice. */
  async pause(): Promise<void> {
    await setImmediate();
    this.hasPaused = true;
    this.end = performance.now() + SLICE_MS;
  }

  /** Does something with every item, a slice at a time. */
  async forEach<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
    for (const item of items) {
      if (this.isOver) await this.pause();
      work(item);
    }
  }

  /** Makes something of every item, a slice at a time. */
  async map<T, R>(items: Iterable<T>, work: (item: T) => R): Promise<R[]> {
    const made: R[] = [];
    await this.forEach(items, (item) => void made.push(work(item)));
    return made;
  }

  /** Lets everybody else have a turn where the slice is over. */
  async rest(): Promise<void> {
    if (this.isOver) await this.pause();
  }
}
