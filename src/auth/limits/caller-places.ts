import type { ApiError } from '../../errors/api-error.js';
import type { Caller } from '../caller/caller.js';

/** Upper bounds on requests that stay open. */
export interface PlaceLimits {
  readonly total: number;
  readonly perCaller: number;
}

/** Counts requests of this instance that stay open, such as streams, in total and by caller. */
export class CallerPlaces {
  private readonly byCaller = new Map<string, number>();
  private total = 0;

  /** @param refusal Creates the error of a request without a place. */
  constructor(
    readonly limits: PlaceLimits,
    private readonly refusal: () => ApiError,
  ) {}

  /**
   * Takes a place.
   * @returns Gives it back; may be called repeatedly.
   * @throws ApiError The refusal.
   */
  enter({ kind, userId, tokenId }: Caller): () => void {
    const caller = kind === 'user' ? `user ${userId}` : `token ${tokenId}`;
    const own = this.byCaller.get(caller) ?? 0;
    if (this.total >= this.limits.total || own >= this.limits.perCaller) throw this.refusal();
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
