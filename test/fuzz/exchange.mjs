import { Agent, request } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

const TIMEOUT_MS = 30_000;
const agent = new Agent({ keepAlive: true, maxSockets: 4 });

/**
 * A response, in the form that `checkAgainstOpenApi` expects.
 * @typedef {{ status: number, type: string, headers: import('node:http').IncomingHttpHeaders, text:
 * string, body: any }} FuzzResponse
 */

/**
 * Sends a request unchanged. A stream of events is ended after its first part.
 * @param {number} port
 * @param {{ method: string, path: string, headers: Record<string, string>, body?: string }} wanted
 * @returns {Promise<FuzzResponse>}
 */
export function exchange(port, { method, path, headers, body }) {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const all = { ...headers, ...length };
    const call = request(
      { port, agent, method, path, headers: all, timeout: TIMEOUT_MS },
      (res) => {
        const chunks = [];
        const isStream = res.headers['content-type']?.startsWith('text/event-stream');
        res.on('data', (chunk) => {
          chunks.push(chunk);
          if (isStream) call.destroy();
        });
        res.once('error', (error) => isStream || reject(error));
        res.once('close', () => resolve(responseOf(res, Buffer.concat(chunks))));
      },
    );
    call.once('timeout', () => call.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)));
    call.once('error', reject);
    call.end(body);
  });
}

function responseOf({ statusCode, headers }, bytes) {
  const type = (headers['content-type'] ?? '').split(';')[0];
  const text = decoded(bytes, headers['content-encoding']).toString('utf8');
  return {
    status: statusCode,
    type,
    headers,
    text,
    body: type === 'application/json' && text ? JSON.parse(text) : undefined,
  };
}

function decoded(bytes, encoding) {
  if (bytes.length === 0) return bytes;
  if (encoding === 'gzip') return gunzipSync(bytes);
  if (encoding === 'br') return brotliDecompressSync(bytes);
  if (encoding === 'deflate') return inflateSync(bytes);
  return bytes;
}
