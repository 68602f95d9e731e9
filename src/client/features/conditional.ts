import type { Request, Response } from 'express';
import { isKnown } from '../../http/tagged.js';

const TAKES_GZIP = /(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i;

/** An answer that can be known by its content. */
export interface KnowableAnswer {
  /** With its quotation marks. */
  readonly etag: string;
  /** JSON in UTF-8. */
  readonly body: Buffer;
  /** The body in gzip; `undefined` when it is not worth it. */
  readonly gzipped: Promise<Buffer> | undefined;
}

/** Sends an answer, or that the caller has it already. */
export async function send(answer: KnowableAnswer, request: Request, response: Response): Promise<void> {
  const { 'if-none-match': known, 'accept-encoding': encodings = '' } = request.headers;
  const { etag } = answer;
  if (isKnown(etag, known)) {
    response.writeHead(304, { ETag: etag }).end();
    return;
  }
  const gzipped = TAKES_GZIP.test(encodings) ? await answer.gzipped : undefined;
  const body = gzipped ?? answer.body;
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
    ...(gzipped ? { 'Content-Encoding': 'gzip' } : {}),
    ETag: etag,
  });
  response.end(body);
}
