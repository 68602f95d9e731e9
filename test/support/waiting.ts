import { setTimeout as sleep } from 'node:timers/promises';

/** Much more than anything takes, even on a machine that is busy with something else. */
const TIMEOUT_MS = 30_000;

/**
 * Asks again and again until the answer is good, for what happens after an answer was sent.
 * @returns That answer.
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

/** Waits until something holds. */
export async function until(
  holds: () => Promise<boolean> | boolean,
  patienceMs = TIMEOUT_MS,
): Promise<void> {
  await eventually(holds, Boolean, patienceMs);
}
