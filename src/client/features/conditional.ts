import type { Request, Response } from 'express';
import type { ReadyAnswer } from './ready-answer.js';

const TAGS = /(?:W\/)?("[^"]*")/g;
const TAKES_GZIP = /(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i;

/** Sends an answer, or that the caller has it already. */
export async function send(answer: ReadyAnswer, request: Request, response: Response): Promise<void> {
  const { 'if-none-match': known, 'accept-encoding': encodings = '' } = request.headers;
  const { etag } = answer;
  if (known !== undefined && names(known, etag)) {
    response.writeHead(304, { ETag: etag, Vary: 'Accept-Encoding' }).end();
    return;
  }
  const gzipped = TAKES_GZIP.test(encodings) ? await answer.gzipped : undefined;
  const body = gzipped ?? answer.body;
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
    ...(gzipped ? { 'Content-Encoding': 'gzip' } : {}),
    ETag: etag,
    Vary: 'Accept-Encoding',
  });
  response.end(body);
}

/** Whether an If-None-Match names a tag: alone, in a list, in its weak form, or as any. */
function names(header: string, etag: string): boolean {
  if (header === etag || header.trim() === '*') return true;
  for (const [, tag] of header.matchAll(TAGS)) if (tag === etag) return true;
  return false;
}
