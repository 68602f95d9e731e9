// In JavaScript, so that the module and its connections are kept for all files of a worker (see
// loader.mjs).
import { Agent, request, STATUS_CODES } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** Keeps connections open between requests, since opening one takes as long as a small request. */
const agent = new Agent({ keepAlive: true });

/** Closes the connections that are kept, so that a server can see whether there are others. */
export const closeConnections = () => agent.destroy();

const JSON_TYPE = /[/+]json$/i;
const BINARY_TYPE = /^(?:image\/|application\/(?:octet-stream|pdf)$)/;
const UNPACK = { gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync };
/** How many characters of an unexpected response an error quotes. */
const QUOTED = 1_000;

/** A response, with its body decompressed and parsed. */
class Response {
  constructor(message, packed) {
    const bytes = unpacked(message, packed);
    this.status = message.statusCode;
    this.headers = message.headers;
    this.type = (message.headers['content-type'] ?? '').split(';')[0].trim();
    if (BINARY_TYPE.test(this.type)) this.body = bytes;
    else this.text = bytes.toString();
    if (JSON_TYPE.test(this.type)) this.body = this.text && JSON.parse(this.text);
    else this.body ??= {};
  }
}

/**
 * One request, which is sent when it is awaited, and the expectations of its response. Any status
 * is accepted unless one is expected.
 */
export class HttpCall {
  #expectations = [];
  #headers = { 'accept-encoding': 'gzip, deflate' };
  #body;
  #timeoutMs;
  #answer;

  constructor(method, url) {
    this.method = method;
    this.url = new URL(url);
  }

  /** Sets a header, or several. */
  set(headers, value) {
    const set = typeof headers === 'string' ? { [headers]: value } : headers;
    for (const name of Object.keys(set)) this.#headers[name.toLowerCase()] = set[name];
    return this;
  }

  /** Adds query parameters, except undefined ones. */
  query(parameters) {
    for (const [name, value] of Object.entries(parameters))
      if (value !== undefined) this.url.searchParams.append(name, value);
    return this;
  }

  /** Sets the body: JSON, or a text, which is sent unchanged. */
  send(body) {
    const isText = typeof body === 'string';
    this.#body = isText ? body : JSON.stringify(body);
    this.#headers['content-type'] ??= isText
      ? 'application/x-www-form-urlencoded'
      : 'application/json';
    return this;
  }

  /** Fails the call unless there is a response within this time. */
  timeout(milliseconds) {
    this.#timeoutMs = milliseconds;
    return this;
  }

  /** Expects a status, a status and a text, a header, or that a function does not throw. */
  expect(wanted, value) {
    const check =
      typeof wanted === 'function' ? wanted : (response) => requireEqual(response, wanted, value);
    // Capturing a stack is cheap; formatting it is not, so that is done only when an expectation
    // fails.
    const place = {};
    Error.captureStackTrace(place, this.expect);
    this.#expectations.push({ check, place });
    return this;
  }

  then(onFulfilled, onRejected) {
    this.#answer ??= this.#ask();
    return this.#answer.then(onFulfilled, onRejected);
  }

  catch(onRejected) {
    return this.then(undefined, onRejected);
  }

  finally(onSettled) {
    return this.then().finally(onSettled);
  }

  get [Symbol.toStringTag]() {
    return 'HttpCall';
  }

  async #ask() {
    const response = new Response(...(await this.#exchange()));
    for (const { check, place } of this.#expectations) {
      try {
        await check(response);
      } catch (error) {
        error.stack += `\nwhich was expected\n${place.stack.split('\n').slice(1).join('\n')}`;
        throw error;
      }
    }
    return response;
  }

  /** @returns The answer without its body, and the body. */
  #exchange() {
    const { hostname, port, pathname, search } = this.url;
    const options = { agent, method: this.method, hostname, port, headers: this.#headers };
    const signal = this.#timeoutMs ? AbortSignal.timeout(this.#timeoutMs) : undefined;
    return new Promise((resolve, reject) => {
      const sent = request({ ...options, path: pathname + search, signal }, (message) => {
        const chunks = [];
        message.on('data', (chunk) => chunks.push(chunk));
        message.on('error', reject);
        message.on('end', () => resolve([message, Buffer.concat(chunks)]));
      });
      sent.on('error', reject);
      sent.end(this.#body);
    });
  }
}

function unpacked({ headers }, bytes) {
  const unpack = UNPACK[headers['content-encoding']];
  return unpack && bytes.length > 0 ? unpack(bytes) : bytes;
}

function requireEqual(response, wanted, value) {
  if (typeof wanted === 'string') {
    const found = response.headers[wanted.toLowerCase()];
    if (found !== value)
      throw new Error(`expected the header ${wanted} to be "${value}", got "${found}"`);
    return;
  }
  const quoted = () => (response.text ?? '').slice(0, QUOTED);
  if (response.status !== wanted)
    throw new Error(
      `expected ${named(wanted)}, got ${named(response.status)}: ${quoted() || 'without a text'}`,
    );
  if (value !== undefined && response.text !== value)
    throw new Error(`expected the text "${value}", got "${quoted()}"`);
}

const named = (status) => `${status} "${STATUS_CODES[status]}"`;
