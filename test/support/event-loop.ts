import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Maximum time in milliseconds for which tests let the event loop block. The service promises 50; a
 * machine that runs other tests adds its own pauses.
 */
const CEILING_MS = 250;
/** Number of attempts: pauses of a busy machine occur in some, blocks of the service in each. */
const ATTEMPTS = 10;

/**
 * The longest time in milliseconds for which the event loop, which service and test share, was
 * blocked while some work ran.
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

/** Fails when some work blocks the event loop for too long in each attempt. */
export async function expectResponsive(
  work: () => Promise<unknown>,
  ceiling = CEILING_MS,
): Promise<void> {
  const blocks: number[] = [];
  while (blocks.length < ATTEMPTS && blocks.every((block) => block > ceiling))
    blocks.push(await longestBlock(work));
  expect(Math.round(Math.min(...blocks))).toBeLessThanOrEqual(ceiling);
}
