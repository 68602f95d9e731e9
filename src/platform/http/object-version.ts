import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { isLargeText } from './large-answer.js';

/** Number of characters of the hash of a body in a tag. */
const HASH_LENGTH = 16;

/** The tag of a version of an object; tags of different kinds never match. */
export function tagOf(kind: string, version: string): string {
  return `${kind}:${version}`;
}

/** Makes the response to a read have the tag of a version in its `ETag`. */
export function noteVersion(response: Response, tag: string): void {
  response.locals.version = tag;
}

/**
 * Sets the `ETag` if a version is noted: its tag and a hash of the body. The body can differ while
 * the version does not, such as by usage, so the hash keeps `If-None-Match` exact.
 */
export function setVersionTag(response: Response, body: unknown): void {
  const tag = response.locals.version;
  if (tag === undefined) return;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  // Hashing a large text would block the event loop, and large responses are never 304.
  const hash = isLargeText(text)
    ? ''
    : `:${createHash('sha1').update(text).digest('base64url').slice(0, HASH_LENGTH)}`;
  response.setHeader('ETag', `"${tag}${hash}"`);
}
