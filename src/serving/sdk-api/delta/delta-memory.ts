import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { DeltaEvent } from './delta-event.js';

/** The events between two consecutive states of a view. */
export interface Step {
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
