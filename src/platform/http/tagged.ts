import { createHash } from 'node:crypto';
import type { Response } from 'express';

const TAGS = /(?:W\/)?("[^"]*")/g;
/** Matches every tag. */
export const ANY = '*';

/** A body and its entity tag. */
export interface Tagged<Body extends string = string> {
  body: Body;
  /** The tag as sent, including quotes. */
  etag: string;
}

/** A body with a weak tag of its content, as Express computes for bodies that are not large. */
export function tagged<Body extends string>(body: Body): Tagged<Body> {
  return { body, etag: `W/"${createHash('sha256').update(body).digest('base64url')}"` };
}

/**
 * Sends a body with its `ETag`.
 * @returns The body, or undefined with status 304 when `If-None-Match` names the tag (RFC 9110).
 */
export function sendTagged<Body extends string>(
  { body, etag }: Tagged<Body>,
  known: string | undefined,
  response: Response,
): Body | undefined {
  response.setHeader('ETag', etag);
  if (!isKnown(etag, known)) return body;
  response.status(304);
  return undefined;
}

/** Whether an `If-None-Match` header matches a tag, by weak comparison. */
export function isKnown(etag: string, known: string | undefined): boolean {
  if (known === undefined) return false;
  const [opaque] = tagsIn(etag);
  return tagsIn(known).some((tag) => tag === opaque || tag === ANY);
}

/** The tags of an `If-None-Match` header in their strong form; {@link ANY} for any. */
export function tagsIn(header: string): string[] {
  return header.trim() === ANY ? [ANY] : [...header.matchAll(TAGS)].map(([, tag]) => tag!);
}
