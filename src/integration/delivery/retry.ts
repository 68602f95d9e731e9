/** How often an event is tried before it is given up. */
export const ATTEMPTS = 8;

const FIRST_WAIT_MS = 1_000;

/**
 * How long to wait after so many failed attempts, in milliseconds: 1 s, 2 s, 4 s and so on;
 * together about two minutes.
 */
export function waitAfter(attempts: number): number {
  return FIRST_WAIT_MS * 2 ** (attempts - 1);
}
