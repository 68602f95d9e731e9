import { setImmediate } from 'node:timers/promises';

/** How long work may go on before others have their turn, in milliseconds. */
export const SLICE_MS = 10;

/** Divides long work into slices, so that it does not keep other requests waiting. */
export class TimeSlice {
  private began = performance.now();
  /** Whether others have had their turn. */
  hasPaused = false;

  /** Whether the slice is used up. */
  get isOver(): boolean {
    return performance.now() - this.began >= SLICE_MS;
  }

  /** Lets others have their turn when the slice is used up. */
  async pause(): Promise<void> {
    if (!this.isOver) return;
    await setImmediate();
    this.hasPaused = true;
    this.began = performance.now();
  }
}
