import type { Response } from 'express';

/** Tells for how many seconds an answer has been old, if it is (RFC 9111, `Age`). */
export function tellAge(seconds: number | undefined, response: Response): void {
  if (seconds !== undefined) response.setHeader('Age', seconds);
}
