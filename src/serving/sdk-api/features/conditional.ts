import type { Request, Response } from 'express';
import { sendCompressible } from '../../../platform/http/compressible.js';
import type { CachedResponse } from '../cache/cached-response.js';
import type { OutgoingMemory } from '../cache/outgoing-memory.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends a response, or 304 when the client already has it. */
export async function sendConditionally(
  answer: CachedResponse,
  outgoing: OutgoingMemory,
  request: Request,
  response: Response,
): Promise<void> {
  const body = await sendCompressible(answer, JSON_TYPE, request, response);
  if (body) whileSending(body, response, outgoing);
}

/** Counts a body as outgoing until the client has received it. */
export function whileSending(body: Buffer, response: Response, outgoing: OutgoingMemory): void {
  if (response.writableLength === 0) return;
  const receiver = { cutOff: (): unknown => response.destroy() };
  response.once('close', () => outgoing.end(receiver));
  outgoing.begin(receiver, body);
}
