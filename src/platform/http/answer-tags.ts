import type { NestExpressApplication } from '@nestjs/platform-express';

/**
 * Maximum length of a response with a computed tag; hashing a longer one would block the event
 * loop.
 */
const MAX_TAGGED_BYTES = 1_048_576;

type TagOf = (body: Buffer | string, encoding?: BufferEncoding) => string | undefined;

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
