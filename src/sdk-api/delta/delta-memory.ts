import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import type { DeltaEvent } from './delta-event.js';

/** What was told from one state of a view to the next. */
export interface Step {
  readonly from: string;
  readonly told: readonly DeltaEvent[];
}

/** What an event, or a step, takes besides its JSON, about. */
const OVERHEAD = 200;

/**
 * What all views remember of changes together, within one limit: the oldest steps of all go first.
 * JSON that several views remember counts once, as it is kept once.
 */
@Injectable()
export class DeltaMemory {
  private readonly most: number;
  /** In the order in which they happened, with how to forget each. */
  private readonly steps = new Map<Step, () => void>();
  private readonly uses = new Map<Buffer, number>();
  private total = 0;

  constructor(@Inject(CONFIG) { clientFeatures }: Pick<Config, 'clientFeatures'>) {
    this.most = clientFeatures.deltaLogBytes;
  }

  /** How many bytes are remembered. */
  get bytes(): number {
    return this.total;
  }

  /** @param forget Is called when there is no room for the step any more. */
  remember(step: Step, forget: () => void): void {
    this.steps.set(step, forget);
    this.total += overheadOf(step);
    for (const { json } of step.told) {
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
    for (const { json } of step.told) {
      const left = this.uses.get(json)! - 1;
      if (left > 0) this.uses.set(json, left);
      else this.uses.delete(json);
      if (left === 0) this.total -= json.length;
    }
  }
}

function overheadOf({ told }: Step): number {
  return OVERHEAD * (told.length + 1);
}
