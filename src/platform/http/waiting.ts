/**
 * What a handler returns that has to wait before it can answer. The request waits without the
 * turns, slots and connections of its caller, who is then looked at again.
 */
export class Waiting<T> {
  /**
   * @param wait Must end soon after the caller has left, and have had no effect if it rejects.
   * @param goOn Returns the answer.
   */
  constructor(
    readonly wait: () => Promise<unknown>,
    readonly goOn: () => Promise<T>,
  ) {}

  /** Waits for the same, and then answers something else. */
  map<U>(answer: (answered: T) => U): Waiting<U> {
    return new Waiting(this.wait, async () => answer(await this.goOn()));
  }
}
