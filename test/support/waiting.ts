import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again and again until the answer is good, for what happens after an answer was sent. @returns That answer. */
export async function eventually<T>(ask: () => Promise<T> | T, isGood: (answer: T) => boolean, patienceMs = 10_000): Promise<T> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const answer = await ask();
    if (isGood(answer)) return answer;
    if (Date.now() > end) throw new Error(`Waited in vain for something better than ${JSON.stringify(answer)}`);
    await sleep(10);
  }
}

/** Waits until something holds. */
export async function until(holds: () => Promise<boolean> | boolean, patienceMs = 15_000): Promise<void> {
  await eventually(holds, Boolean, patienceMs);
}
