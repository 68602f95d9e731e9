/** Ways to end a wait early, and their errors. */
export interface WaitLimits {
  milliseconds?: number | undefined;
  /** Ends the wait, for example because the client has disconnected. */
  signal?: AbortSignal | undefined;
  tooLate?: () => Error;
  left?: () => Error;
}

/** A bounded queue of waiting callers, in the order of arrival. */
export class WaitQueue {
  /** Admits the callers. */
  private readonly waiters = new Set<() => void>();

  /**
   * @param most Maximum number of waiting callers.
   * @param tooMany Creates the error for further callers.
   */
  constructor(
    private readonly most: number,
    private readonly tooMany: () => Error,
  ) {}

  get size(): number {
    return this.waiters.size;
  }

  /**
   * Waits until it is admitted.
   * @throws the error of the limit that ends the wait.
   */
  wait(limits: WaitLimits = {}): Promise<void> {
    const { milliseconds, signal, tooLate = this.tooMany, left = this.tooMany } = limits;
    if (signal?.aborted) return Promise.reject(left());
    if (this.waiters.size >= this.most) return Promise.reject(this.tooMany());
    return new Promise((resolve, reject) => {
      const end = (): void => {
        this.waiters.delete(admit);
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
      };
      const giveUp = (): void => (end(), reject(left()));
      const expire = (): void => (end(), reject(tooLate()));
      const timer =
        milliseconds === undefined
          ? undefined
          : setTimeout(expire, Math.max(0, milliseconds)).unref();
      const admit = (): void => (end(), resolve());
      signal?.addEventListener('abort', giveUp, { once: true });
      this.waiters.add(admit);
    });
  }

  /**
   * Admits the caller that has waited longest.
   * @returns Whether a caller was waiting.
   */
  admitNext(): boolean {
    const [next] = this.waiters;
    next?.();
    return next !== undefined;
  }
}
