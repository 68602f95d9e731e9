import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../core/event/tx.js';

/** A limit of projects on what belongs to their features. */
export interface MoveLimit {
  /** Locks what is counted, before all rows. */
  readonly lock?: (tx: Tx) => Promise<void>;
  /** @throws ExceedsLimitError when the project has no room for what belongs to the feature. */
  readonly requireRoom: (featureName: string, newProject: string, tx: Tx) => Promise<void>;
}

/**
 * The limits of projects that apply when a feature moves to another one. The domains that count
 * something are above features, so they register their limits here.
 */
@Injectable()
export class MoveLimits {
  private readonly limits: MoveLimit[] = [];

  add(limit: MoveLimit): void {
    this.limits.push(limit);
  }

  async lock(tx: Tx): Promise<void> {
    for (const limit of this.limits) await limit.lock?.(tx);
  }

  /** Checks all limits for a feature that is locked. @throws ExceedsLimitError */
  async requireRoom(featureName: string, newProject: string, tx: Tx): Promise<void> {
    for (const limit of this.limits) await limit.requireRoom(featureName, newProject, tx);
  }
}
