import { Injectable } from '@nestjs/common';
import type { Caller } from '../../auth/caller/caller.js';
import { TooManyWaitingError } from '../delivery/delivery.errors.js';

/** Upper bounds on requests that wait for a delivery or follow one, in total and per caller. */
export const MAX_WAITING = 200;
export const MAX_WAITING_PER_CALLER = 20;

/** Counts the requests of this instance that wait for deliveries or follow them. */
@Injectable()
export class WaitingPlaces {
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
    if (this.total >= MAX_WAITING || own >= MAX_WAITING_PER_CALLER) throw new TooManyWaitingError();
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
