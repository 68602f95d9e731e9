import { Injectable } from '@nestjs/common';
import type { Caller } from '../../auth/caller/caller.js';
import { TooManyWaitingError } from '../delivery/delivery.errors.js';

/** Upper bounds on the requests that wait for a delivery or follow one. */
export interface WaitingLimits {
  readonly total: number;
  readonly perCaller: number;
}

const LIMITS: WaitingLimits = { total: 200, perCaller: 20 };

/** Counts the requests of this instance that wait for deliveries or follow them. */
@Injectable()
export class WaitingPlaces {
  readonly limits: WaitingLimits = LIMITS;
  private readonly byCaller = new Map<string, number>();
  private total = 0;

  /**
   * Takes a place.
   * @returns Gives it back; may be called repeatedly.
   * @throws TooManyWaitingError
   */
  enter({ kind, userId, tokenId }: Caller): () => void {
    const caller = kind === 'user' ? `user ${userId}` : `token ${tokenId}`;
    const own = this.byCaller.get(caller) ?? 0;
    if (this.total >= this.limits.total || own >= this.limits.perCaller)
      throw new TooManyWaitingError();
    this.total++;
    this.byCaller.set(caller, own + 1);
    let isTaken = true;
    return () => {
      if (isTaken) this.leave(caller);
      isTaken = false;
    };
  }

  private leave(caller: string): void {
    this.total--;
    const left = this.byCaller.get(caller)! - 1;
    if (left > 0) this.byCaller.set(caller, left);
    else this.byCaller.delete(caller);
  }
}
