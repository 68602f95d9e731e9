/** What ends a wait before its turn, and with which error. */
export interface WaitLimits {
  milliseconds?: number;
  /** Ends the wait, for example because the client has disconnected. */
  signal?: AbortSignal | undefined;
  tooLate?: () => Error;
  left?: () => Error;
}

interface Waiter<T> {
  readonly request: T;
  admit(): void;
}

/**
 * A bounded queue of callers that wait for their turn, in the order of arrival. Who waits says what
 * it waits for, so that a caller whose request fits can be let in before one whose does not.
 */
export class WaitQueue<T = undefined> {
  private readonly waiters = new Set<Waiter<T>>();

  /** @param most Upper bound on waiting callers. @param tooMany The error of one more. */
  constructor(
    private readonly most: number,
    private readonly tooMany: () => Error,
  ) {}

  get size(): number {
    return this.waiters.size;
  }

  /** Waits until it is admitted. @throws the error of the limit that ends the wait. */
  wait(request: T, limits: WaitLimits = {}): Promise<void> {
    const { milliseconds, signal, tooLate = this.tooMany, left = this.tooMany } = limits;
    if (signal?.aborted) return Promise.reject(left());
    if (this.waiters.size >= this.most) return Promise.reject(this.tooMany());
    return new Promise((resolve, reject) => {
      const end = (): void => {
        this.waiters.delete(waiter);
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
      };
      const giveUp = (): void => (end(), reject(left()));
      const expire = (): void => (end(), reject(tooLate()));
      const timer =
        milliseconds === undefined
          ? undefined
          : setTimeout(expire, Math.max(0, milliseconds)).unref();
      const waiter: Waiter<T> = { request, admit: () => (end(), resolve()) };
      signal?.addEventListener('abort', giveUp, { once: true });
      this.waiters.add(waiter);
    });
  }

  /**
   * Admits the caller that has waited longest.
   * @returns Whether anybody waited.
   */
  admitNext(): boolean {
    const [next] = this.waiters;
    next?.admit();
    return next !== undefined;
  }

  /** Admits everybody whose request may begin, in the order of arrival. */
  admitWhere(mayBegin: (request: T) => boolean): void {
    for (const waiter of this.waiters) if (mayBegin(waiter.request)) waiter.admit();
  }
}
