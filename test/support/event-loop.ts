import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * The limit of a block of the event loop in tests, in milliseconds. The service promises 50; a
 * machine that is busy with other tests adds pauses of its own.
 */
const CEILING_MS = 250;
/** Pauses of a busy machine do not happen each time, and blocks of the service do. */
const ATTEMPTS = 3;

/**
 * For how long the event loop, which the service shares with the test, stood still at most while
 * something was done, in milliseconds.
 */
export async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  try {
    await work();
    await new Promise((resolve) => setTimeout(resolve, 15));
  } finally {
    delay.disable();
  }
  return delay.max / 1e6;
}

/** Fails when something keeps the event loop standing still for too long, each time. */
export async function expectResponsive(
  work: () => Promise<unknown>,
  ceiling = CEILING_MS,
): Promise<void> {
  const blocks: number[] = [];
  while (blocks.length < ATTEMPTS && blocks.every((block) => block > ceiling))
    blocks.push(await longestBlock(work));
  expect(Math.round(Math.min(...blocks))).toBeLessThanOrEqual(ceiling);
}
