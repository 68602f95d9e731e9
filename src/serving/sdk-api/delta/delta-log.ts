import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { DeltaEvent } from './delta-event.js';

/** The events between two consecutive states of a view. */
interface Step {
  readonly from: string;
  readonly events: readonly DeltaEvent[];
}

/** Approximate memory of an event or step without its JSON. */
const OVERHEAD = 200;

/**
 * Bounds the memory of the delta logs of all views; the oldest steps are dropped first. JSON shared
 * by several views counts once.
 */
@Injectable()
export class DeltaMemory {
  private readonly most: number;
  /** Steps in order, each with a function that removes it from its log. */
  private readonly steps = new Map<Step, () => void>();
  private readonly uses = new Map<Buffer, number>();
  private total = 0;

  constructor(@Inject(CONFIG) { clientFeatures }: Pick<Config, 'clientFeatures'>) {
    this.most = clientFeatures.deltaLogBytes;
  }

  /** Bytes in use. */
  get bytes(): number {
    return this.total;
  }

  /** @param forget Called when the step has to be dropped. */
  remember(step: Step, forget: () => void): void {
    this.steps.set(step, forget);
    this.total += overheadOf(step);
    for (const { json } of step.events) {
      const uses = this.uses.get(json) ?? 0;
      if (uses === 0) this.total += json.length;
      this.uses.set(json, uses + 1);
    }
    for (const [oldest, forgetIt] of this.steps) {
      if (this.total <= this.most) return;
      this.forget(oldest);
      forgetIt();
    }
  }

  forget(step: Step): void {
    if (!this.steps.delete(step)) return;
    this.total -= overheadOf(step);
    for (const { json } of step.events) {
      const left = this.uses.get(json)! - 1;
      if (left > 0) this.uses.set(json, left);
      else this.uses.delete(json);
      if (left === 0) this.total -= json.length;
    }
  }
}

function overheadOf({ events }: Step): number {
  return OVERHEAD * (events.length + 1);
}

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
