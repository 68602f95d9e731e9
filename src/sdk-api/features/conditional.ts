import type { Request, Response } from 'express';
import { isKnown } from '../../http/tagged.js';
import type { CachedResponse } from '../cache/cached-response.js';
import type { OutgoingMemory } from '../cache/outgoing-memory.js';

const TAKES_GZIP = /(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i;

/** Sends a response, or 304 when the client already has it. */
export async function sendConditionally(
  answer: CachedResponse,
  outgoing: OutgoingMemory,
  request: Request,
  response: Response,
): Promise<void> {
  const { 'if-none-match': known, 'accept-encoding': encodings = '' } = request.headers;
  const { etag } = answer;
  if (isKnown(etag, known)) {
    response.writeHead(304, { ETag: etag }).end();
    return;
  }
  const gzipped = TAKES_GZIP.test(encodings) ? await answer.gzipped() : undefined;
  const body = gzipped ?? (await answer.body());
  if (response.destroyed) return;
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
    ...(gzipped ? { 'Content-Encoding': 'gzip' } : {}),
    ETag: etag,
  });
  response.end(body);
  if (response.writableLength === 0) return;
  const receiver = { cutOff: (): unknown => response.destroy() };
  response.once('close', () => outgoing.end(receiver));
  outgoing.begin(receiver, body);
}
