import type { DeltaMemory, Step } from './delta-memory.js';
import type { DeltaEvent } from './delta-event.js';

/** How many steps are remembered, and how many bytes they may take. */
const MOST_STEPS = 500;
const MOST_BYTES = 4 * 1024 * 1024;

/** What was told of a view lately, from one state of it to the next. */
export class DeltaLog {
  private steps: Step[] = [];
  private bytes = 0;

  constructor(private readonly memory: DeltaMemory) {}

  add(from: string, told: readonly DeltaEvent[]): void {
    const step = { from, told };
    this.steps.push(step);
    this.bytes += sizeOf(told);
    this.memory.remember(step, () => this.dropOldest());
    while (this.steps.length > MOST_STEPS || this.bytes > MOST_BYTES) {
      this.memory.forget(this.steps[0]!);
      this.dropOldest();
    }
  }

  /** Forgets everything: nobody can go on from an earlier state. */
  clear(): void {
    for (const step of this.steps) this.memory.forget(step);
    this.steps = [];
    this.bytes = 0;
  }

  /** Whether it is remembered what has happened since a state. */
  knows(tag: string): boolean {
    return this.steps.some(({ from }) => from === tag);
  }

  /**
   * What has happened since a state that is known, oldest first; of several events about the same
   * the latest alone.
   */
  since(tag: string): DeltaEvent[] {
    const latest = new Map<string, DeltaEvent>();
    for (const one of this.steps
      .slice(this.steps.findLastIndex(({ from }) => from === tag))
      .flatMap(({ told }) => told)) {
      latest.delete(one.about);
      latest.set(one.about, one);
    }
    return [...latest.values()];
  }

  /**
   * The steps of a log are remembered in their order: the oldest of all that goes is the oldest of
   * its log.
   */
  private dropOldest(): void {
    this.bytes -= sizeOf(this.steps.shift()!.told);
  }
}

function sizeOf(told: readonly DeltaEvent[]): number {
  return told.reduce((bytes, { json }) => bytes + json.length + 100, 0);
}
