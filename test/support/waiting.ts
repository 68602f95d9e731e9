import { setTimeout as sleep } from 'node:timers/promises';

/** Time limit, much longer than anything takes even on a busy machine. */
const TIMEOUT_MS = 30_000;
/**
 * The pause between two requests is a share of the time waited so far, since asking a hundred times
 * a second for what takes seconds would occupy half a processor.
 */
const [SHORTEST_MS, LONGEST_MS, SHARE] = [10, 100, 0.1];

/**
 * Repeats a request until its result is accepted, for effects that follow a response.
 * @returns That result.
 */
export async function eventually<T>(
  ask: () => Promise<T> | T,
  isGood: (answer: T) => boolean,
  patienceMs = TIMEOUT_MS,
): Promise<T> {
  const begin = Date.now();
  for (;;) {
    const answer = await ask();
    if (isGood(answer)) return answer;
    const waited = Date.now() - begin;
    if (waited > patienceMs)
      throw new Error(`Waited in vain for something better than ${JSON.stringify(answer)}`);
    await sleep(Math.min(SHORTEST_MS + waited * SHARE, LONGEST_MS));
  }
}

/** Waits until a condition holds. */
export async function until(
  holds: () => Promise<boolean> | boolean,
  patienceMs = TIMEOUT_MS,
): Promise<void> {
  await eventually(holds, Boolean, patienceMs);
}
