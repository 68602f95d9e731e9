import type { Response } from 'express';

const TAGS = /(?:W\/)?("[^"]*")/g;
/** Stands for every tag. */
export const ANY = '*';

/** A body and the tag that stands for it. */
export interface Tagged<Body extends string = string> {
  body: Body;
  /** As it is sent, with its quotes. */
  etag: string;
}

/**
 * Sets the tag of an answer. @returns The body, or nothing with status 304 when the caller has it
 * already (RFC 9110, `If-None-Match`).
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

/** Whether an `If-None-Match` names a strong tag, in its weak form too, or any. */
export function isKnown(etag: string, known: string | undefined): boolean {
  return known !== undefined && tagsIn(known).some((tag) => tag === etag || tag === ANY);
}

/** The tags that an `If-None-Match` names, in their strong form; {@link ANY} for any. */
export function tagsIn(header: string): string[] {
  return header.trim() === ANY ? [ANY] : [...header.matchAll(TAGS)].map(([, tag]) => tag!);
}
