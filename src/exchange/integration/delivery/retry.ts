/** Maximum attempts per event. */
export const ATTEMPTS = 8;

const FIRST_WAIT_MS = 1_000;

/**
 * Delay after failed attempts in milliseconds: 1 s, 2 s, 4 s and so on, about two minutes in total.
 */
export function waitAfter(attempts: number): number {
  return FIRST_WAIT_MS * 2 ** (attempts - 1);
}
