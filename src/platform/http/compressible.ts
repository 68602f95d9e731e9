import type { Request, Response } from 'express';
import type { IncomingHttpHeaders } from 'node:http';
import { isKnown } from './tagged.js';

const TAKES_GZIP = /(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i;

/** Whether the caller accepts gzip. */
export function takesGzip({ 'accept-encoding': encodings = '' }: IncomingHttpHeaders): boolean {
  return TAKES_GZIP.test(String(encodings));
}

/** A response body that is kept in plain and compressed form. */
export interface CompressibleBody {
  /** Includes the quotation marks. */
  readonly etag: string;
  body(): Promise<Buffer>;
  /** The body in gzip; `undefined` when it can only be sent in plain form. */
  gzipped(): Promise<Buffer | undefined>;
}

/**
 * Sends a body, in gzip if the caller accepts it, or 304 if the caller already has it.
 * @returns The bytes that are being sent; `undefined` when there are none.
 */
export async function sendCompressible(
  answer: CompressibleBody,
  contentType: string,
  request: Request,
  response: Response,
): Promise<Buffer | undefined> {
  const { 'if-none-match': known } = request.headers;
  const { etag } = answer;
  if (isKnown(etag, known)) {
    response.writeHead(304, { ETag: etag }).end();
    return undefined;
  }
  const gzipped = takesGzip(request.headers) ? await answer.gzipped() : undefined;
  const body = gzipped ?? (await answer.body());
  if (response.destroyed) return undefined;
  response.writeHead(200, {
    'Content-Type': contentType,
    'Content-Length': body.length,
    ...(gzipped ? { 'Content-Encoding': 'gzip' } : {}),
    ETag: etag,
  });
  response.end(body);
  return body;
}
