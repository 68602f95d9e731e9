import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import type { IncomingHttpHeaders } from 'node:http';
import { OF_BODIES } from './security-headers.js';

/** Entity tags in a header, without the `W/` of weak ones. */
const TAGS = /(?:W\/)?("[^"]*")/g;
/** In `If-None-Match` or `If-Match`: matches every tag. */
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
 * @param known The `If-None-Match` header of the request.
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
  const [wanted] = tagsIn(etag);
  return tagsIn(known).some((tag) => tag === wanted || tag === ANY);
}

/** The tags of an `If-None-Match` header in their strong form; {@link ANY} for any. */
export function tagsIn(header: string): string[] {
  return header.trim() === ANY ? [ANY] : [...header.matchAll(TAGS)].map(([, tag]) => tag!);
}

/** `gzip` or `*` in a list of encodings, unless its weight is 0 (`gzip;q=0`). */
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
    for (const name of OF_BODIES) response.removeHeader(name);
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
