import { Agent, request } from 'node:http';

/** No answer may take longer; the caller gives up then, as an impatient client does. */
const TIMEOUT_MS = 30_000;
/** What is sent so fast that the service cannot refuse it first. */
const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/**
 * Sends a request as it stands, and reads no more of the answer than its size.
 * @param {number} port @param {import('./requests.mjs').BoundsRequest} wanted @param
 * {Record<string, string>} headers
 * @returns {Promise<{ status: number, bytes: number, retryAfter?: string, error?: string, text:
 * string }>}
 */
export function send(port, { method, path, body, contentType }, headers) {
  return new Promise((resolve) => {
    const all = {
      ...headers,
      ...(body === undefined
        ? {}
        : { 'content-type': contentType, 'content-length': String(Buffer.byteLength(body)) }),
    };
    const call = request({ port, agent, method, path, headers: all }, (response) => {
      let bytes = 0;
      let text = '';
      response.on('data', (chunk) => {
        bytes += chunk.length;
        if (text.length < 500) text += chunk.toString('utf8', 0, 500);
        // A stream has no end: that it began is enough.
        if (response.headers['content-type']?.startsWith('text/event-stream')) call.destroy();
      });
      response.once('close', () =>
        resolve({
          status: response.statusCode,
          bytes,
          retryAfter: response.headers['retry-after'],
          text,
        }),
      );
    });
    const deadline = setTimeout(() => call.destroy(new Error('no answer')), TIMEOUT_MS);
    call.once('close', () => clearTimeout(deadline));
    call.once('error', (error) => resolve({ status: 0, bytes: 0, error: error.message, text: '' }));
    call.end(body);
  });
}
