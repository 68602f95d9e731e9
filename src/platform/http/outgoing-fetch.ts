import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { hostOf, isPublic, PrivateAddressError, publicLookup } from './public-addresses.js';

/** A request, beside its address. */
interface Outgoing {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string | Buffer | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A request of a library that is written for `fetch`. */
type FetchOptions = Omit<Outgoing, 'body'> & { readonly body?: unknown };

type Body = ConstructorParameters<typeof Response>[0];

/** Statuses of responses that have no body. */
const WITHOUT_BODY = [204, 205, 304];

/** Bytes of a body that are read at most. */
const MAX_BODY_BYTES = 1024 * 1024;

/**
 * Sends a request like `fetch`, with a text as body, but follows no redirect, and fails when it
 * reads more than {@link MAX_BODY_BYTES}.
 * @param onlyPublic Whether private addresses are refused.
 * @throws PrivateAddressError, and what `fetch` throws.
 */
export async function fetchFrom(
  address: string,
  options: FetchOptions,
  onlyPublic: boolean,
): Promise<Response> {
  const body = textOf(options.body);
  try {
    return responseOf(await sendTo(new URL(address), { ...options, body }, onlyPublic));
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof PrivateAddressError) throw error;
    // Libraries recognise what `fetch` throws.
    throw new TypeError('fetch failed', { cause: error });
  }
}

/**
 * Sends a request on a connection of its own, to the address that was checked,
 * even if DNS changes. Follows no redirect.
 * @param onlyPublic Whether private addresses are refused.
 * @throws PrivateAddressError, and errors of the connection.
 */
export async function sendTo(
  url: URL,
  { method, headers, body, signal }: Outgoing,
  onlyPublic: boolean,
): Promise<IncomingMessage> {
  const host = hostOf(url);
  if (onlyPublic && isIP(host) && !isPublic(host)) throw new PrivateAddressError();
  const options: RequestOptions = {
    method,
    headers,
    agent: false,
    ...(signal ? { signal } : {}),
    ...(onlyPublic ? { lookup: publicLookup } : {}),
  };
  const start = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    start(url, options).on('error', reject).on('response', resolve).end(body);
  });
}

function textOf(body: unknown): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError('Only texts can be sent.');
}

function responseOf(message: IncomingMessage): Response {
  const { statusCode: status = 500, statusMessage: statusText = '' } = message;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(message.headersDistinct))
    for (const value of values) headers.append(name, value);
  const isEmpty = WITHOUT_BODY.includes(status);
  if (isEmpty) message.resume();
  const body = isEmpty ? null : (Readable.toWeb(Readable.from(bounded(message))) as Body);
  return new Response(body, { status, statusText, headers });
}

/** @throws Error after {@link MAX_BODY_BYTES}. */
async function* bounded(message: IncomingMessage): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Error('The body of the response is too large.');
    yield chunk;
  }
}
