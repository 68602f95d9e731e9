import { setTimeout as sleep } from 'node:timers/promises';

/** Time limit, much longer than anything takes even on a busy machine. */
const TIMEOUT_MS = 30_000;

/**
 * Repeats a request until its result is accepted, for effects that follow a response.
 * @returns That result.
 */
export async function eventually<T>(
  ask: () => Promise<T> | T,
  isGood: (answer: T) => boolean,
  patienceMs = TIMEOUT_MS,
): Promise<T> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const answer = await ask();
    if (isGood(answer)) return answer;
    if (Date.now() > end)
      throw new Error(`Waited in vain for something better than ${JSON.stringify(answer)}`);
    await sleep(10);
  }
}

/** Waits until a condition holds. */
export async function until(
  holds: () => Promise<boolean> | boolean,
  patienceMs = TIMEOUT_MS,
): Promise<void> {
  await eventually(holds, Boolean, patienceMs);
}
