import type { Response } from 'express';

/** Sets the `Age` header (RFC 9111) of a stale response. */
export function setAgeHeader(seconds: number | undefined, response: Response): void {
  if (seconds !== undefined) response.setHeader('Age', seconds);
}
