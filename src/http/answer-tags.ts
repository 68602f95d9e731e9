import type { NestExpressApplication } from '@nestjs/platform-express';

/**
 * How large an answer may be to get a tag: a hash of one that is larger takes so long that
 * everybody else would notice.
 */
const MOST_BYTES = 1_048_576;

type TagOf = (body: Buffer | string, encoding?: BufferEncoding) => string | undefined;

/**
 * Gives answers an `ETag` by their contents, as Express does, except for large ones. Those for SDKs
 * have tags of their own.
 */
export function tagAnswers(app: NestExpressApplication): void {
  const express = app.getHttpAdapter().getInstance() as { get(name: string): TagOf };
  const tagOf = express.get('etag fn');
  const tagOfSmall: TagOf = (body, encoding) =>
    body.length > MOST_BYTES ? undefined : tagOf(body, encoding);
  app.set('etag', tagOfSmall);
}
