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

/**
 * What a handler returns that has to compute something for long before it can answer, with the
 * turns and slots of its caller, but without a connection: a transaction begins again afterwards.
 */
export class Beforehand<T> {
  /** @param compute Has no effect. @returns What answers. */
  constructor(readonly compute: () => Promise<() => Promise<T>>) {}

  /** Computes the same, and then answers something else. */
  map<U>(answer: (answered: T) => U): Beforehand<U> {
    return new Beforehand(async () => {
      const goOn = await this.compute();
      return async () => answer(await goOn());
    });
  }
}
