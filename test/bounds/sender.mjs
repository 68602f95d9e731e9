import { Agent, request } from 'node:http';

/** The caller gives up when there is no response after this time, as clients do. */
const TIMEOUT_MS = 30_000;
const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/**
 * Sends a request unchanged. Of the response it keeps the status, the size, and the beginning.
 * @param {number} port
 * @param {import('./requests.mjs').BoundsRequest} wanted
 * @param {Record<string, string>} headers
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
        // A stream has no end, so its start counts as the response.
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
