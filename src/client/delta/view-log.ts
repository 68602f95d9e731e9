import type { Told } from './told.js';

interface Step {
  from: string;
  told: readonly Told[];
}

/** How many steps are remembered, and how many bytes they may take. */
const MOST_STEPS = 500;
const MOST_BYTES = 4 * 1024 * 1024;

/** What was told of a view lately, from one state of it to the next. */
export class ViewLog {
  private readonly steps: Step[] = [];
  private bytes = 0;

  add(from: string, told: readonly Told[]): void {
    this.steps.push({ from, told });
    this.bytes += sizeOf(told);
    while (this.steps.length > MOST_STEPS || this.bytes > MOST_BYTES) this.bytes -= sizeOf(this.steps.shift()!.told);
  }

  /** Whether it is remembered what has happened since a state. */
  knows(tag: string): boolean {
    return this.steps.some(({ from }) => from === tag);
  }

  /** What has happened since a state that is known, oldest first; of several events about the same the latest alone. */
  since(tag: string): Told[] {
    const latest = new Map<string, Told>();
    for (const one of this.steps.slice(this.steps.findLastIndex(({ from }) => from === tag)).flatMap(({ told }) => told)) {
      latest.delete(one.about);
      latest.set(one.about, one);
    }
    return [...latest.values()];
  }
}

function sizeOf(told: readonly Told[]): number {
  return told.reduce((bytes, { json }) => bytes + json.length + 100, 0);
}
