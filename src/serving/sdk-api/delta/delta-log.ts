import type { DeltaMemory, Step } from './delta-memory.js';
import type { DeltaEvent } from './delta-event.js';

/** Upper bound on remembered steps of a view. */
const MAX_STEPS = 500;
const MAX_TAGGED_BYTES = 4 * 1024 * 1024;

/** The recent changes of a view, from state to state. */
export class DeltaLog {
  private steps: Step[] = [];
  private bytes = 0;

  constructor(private readonly memory: DeltaMemory) {}

  add(from: string, events: readonly DeltaEvent[]): void {
    const step = { from, events };
    this.steps.push(step);
    this.bytes += sizeOf(events);
    this.memory.remember(step, () => this.dropOldest());
    while (this.steps.length > MAX_STEPS || this.bytes > MAX_TAGGED_BYTES) {
      this.memory.forget(this.steps[0]!);
      this.dropOldest();
    }
  }

  /** Forgets all steps, so that no SDK can continue from an earlier state. */
  clear(): void {
    for (const step of this.steps) this.memory.forget(step);
    this.steps = [];
    this.bytes = 0;
  }

  /** Whether the changes since a state are known. */
  knows(tag: string): boolean {
    return this.steps.some(({ from }) => from === tag);
  }

  /** The changes since a known state, oldest first; only the latest per subject. */
  since(tag: string): DeltaEvent[] {
    const latest = new Map<string, DeltaEvent>();
    for (const one of this.steps
      .slice(this.steps.findLastIndex(({ from }) => from === tag))
      .flatMap(({ events }) => events)) {
      latest.delete(one.about);
      latest.set(one.about, one);
    }
    return [...latest.values()];
  }

  /** Steps are remembered in order, so the oldest step overall is the oldest of its log. */
  private dropOldest(): void {
    this.bytes -= sizeOf(this.steps.shift()!.events);
  }
}

function sizeOf(events: readonly DeltaEvent[]): number {
  return events.reduce((bytes, { json }) => bytes + json.length + 100, 0);
}
