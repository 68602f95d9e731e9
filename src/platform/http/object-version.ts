import { createHash } from 'node:crypto';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Response } from 'express';
import { isLargeText } from './large-answer.js';

/** Number of characters of the hash of a body in a tag. */
const HASH_LENGTH = 16;
/**
 * Maximum length of a response with a computed tag; hashing a longer one would block the event
 * loop.
 */
const MAX_TAGGED_BYTES = 1_048_576;

type TagOf = (body: Buffer | string, encoding?: BufferEncoding) => string | undefined;

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

/**
 * Adds a content-based `ETag` to responses, as Express does, except to large ones. Responses for
 * SDKs have their own tags.
 */
export function tagAnswers(app: NestExpressApplication): void {
  const express = app.getHttpAdapter().getInstance() as { get(name: string): TagOf };
  const tagOf = express.get('etag fn');
  const tagOfSmall: TagOf = (body, encoding) =>
    body.length > MAX_TAGGED_BYTES ? undefined : tagOf(body, encoding);
  app.set('etag', tagOfSmall);
}
