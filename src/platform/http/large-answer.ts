import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { Logger } from '@nestjs/common';
import { TimeSlice } from '../sandbox/time-slice.js';

const log = new Logger('Responses');
/** How many characters of a response are encoded and sent at once. */
const AT_ONCE = 65_536;

/** Whether encoding a text takes so long that other requests should be served in between. */
export function isLargeText(text: string): boolean {
  return text.length > 16 * AT_ONCE;
}

type Parts = Iterable<string> | AsyncIterable<string>;

/**
 * Sends a body in parts, as fast as the caller reads it. Express would encode all of it at once.
 * @param sendWhole Sends a body that turns out to be short, with its tag or as 304.
 */
export function sendParts(
  parts: Parts,
  response: ServerResponse,
  sendWhole?: (text: string) => void,
): void {
  const body = Readable.from(chunksOf(parts, sendWhole), { objectMode: false });
  response.once('close', () => body.destroy());
  // The status has been sent, so that only a broken connection tells that something is missing.
  body.once('error', (error) => {
    if (!response.closed) log.warn(`A response was cut off: ${error.message}`);
    response.destroy();
  });
  if (response.closed) body.destroy();
  else if (response.req.method === 'HEAD') response.end();
  else body.pipe(response);
}

async function* chunksOf(parts: Parts, sendWhole?: (text: string) => void): AsyncGenerator<Buffer> {
  // A caller who reads fast would get everything in one go, and others nothing meanwhile.
  const slice = new TimeSlice();
  let small: string[] = [];
  let length = 0;
  let isWhole = true;
  for await (const part of parts)
    for (const piece of piecesOf(part)) {
      small.push(piece);
      length += piece.length;
      if (length < AT_ONCE) continue;
      isWhole = false;
      yield Buffer.from(small.join(''));
      [small, length] = [[], 0];
      await slice.rest();
    }
  const rest = small.join('');
  if (isWhole && sendWhole) sendWhole(rest);
  else if (length > 0) yield Buffer.from(rest);
}

function* piecesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    let to = Math.min(from + AT_ONCE, text.length);
    // The halves of a surrogate pair are encoded together.
    if (to < text.length && isHighSurrogate(text.charCodeAt(to - 1))) to--;
    yield text.slice(from, to);
    from = to;
  }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
