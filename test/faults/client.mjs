import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN_TOKEN } from './instances.mjs';

/** Status of a request whose connection was refused, so that it changed nothing. */
const NOT_SENT = -1;
/** Milliseconds after which a caller gives up; the outcome of a write is unknown then. */
const TIMEOUT_MS = 8_000;
/** Milliseconds until the log has the lines that belong to a response. */
const LOG_DELAY_MS = 200;

/**
 * A response, and the time of its request.
 * @typedef {{ status: number, text: string, from: number, to: number }} Answer
 */

/** Sends requests to the instances, and counts their responses. */
export class FaultClient {
  /**
   * Responses by status; 0 is none.
   * @type {Map<number, number>}
   */
  statuses = new Map();
  /**
   * Responses that no fault may cause.
   * @type {string[]}
   */
  wrong = [];
  /**
   * Requests that got no answer, with the reason.
   * @type {string[]}
   */
  unanswered = [];
  #agent = new Agent({ keepAlive: true, maxSockets: 64 });

  /** @param {import('./instances.mjs').Instances} instances */
  constructor(instances) {
    this.instances = instances;
    this.ports = instances.ports;
  }

  /**
   * Sends a request that prepares a phase, and must succeed.
   * @returns {Promise<any>} The body.
   */
  async must(method, path, body) {
    const { status, text } = await this.call(0, method, path, { body });
    if (status >= 300 || status < 200) throw new Error(`${method} ${path}: ${status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  /** Closes all connections. */
  end() {
    this.#agent.destroy();
  }

  /** @param {{ allowed?: number[] }} options `allowed`: further statuses that are expected. */
  async call(n, method, path, { allowed = [], ...options } = {}) {
    const answer = await this.#send(n, method, path, options);
    const { status, text } = answer;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (status < 200)
      this.unanswered.push(
        `no answer to ${method} ${path} of instance ${n} after ${Math.round(answer.to - answer.from)} ms: ${text}`,
      );
    if (![NOT_SENT, 0, 200, 201, 202, 204, 304, 429, 503, ...allowed].includes(status))
      this.wrong.push(
        `${status} for ${method} ${path} of instance ${n}: ${text.slice(0, 300)}` +
          (status === 500 ? await this.#logOf(n, text) : ''),
      );
    return answer;
  }

  /**
   * Lines of an instance's log about an error.
   * @returns {Promise<string>}
   */
  async #logOf(n, text) {
    const id = /"id":"([^"]+)"/.exec(text)?.[1];
    if (id === undefined) return '';
    await sleep(LOG_DELAY_MS);
    const lines = this.instances.all[n].output.split('\n').filter((line) => line.includes(id));
    return `\n${lines.join('\n').slice(0, 2_000)}`;
  }

  /** @returns {Promise<Answer>} */
  #send(n, method, path, { body, token = ADMIN_TOKEN, cookie } = {}) {
    const from = performance.now();
    return new Promise((resolve) => {
      const finish = (status, text) => resolve({ status, text, from, to: performance.now() });
      const call = request(
        {
          port: this.ports[n],
          agent: this.#agent,
          method,
          path,
          headers: {
            ...(cookie ? { cookie } : { authorization: token }),
            ...(body ? { 'content-type': 'application/json' } : {}),
          },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (part) => (text += part));
          response.once('end', () => finish(response.statusCode, text));
          response.once('error', ({ message }) => finish(0, message));
        },
      );
      const timer = setTimeout(() => call.destroy(new Error('no answer')), TIMEOUT_MS);
      call.once('close', () => {
        clearTimeout(timer);
        finish(0, 'closed');
      });
      call.once('error', ({ code, message }) =>
        finish(code === 'ECONNREFUSED' ? NOT_SENT : 0, message),
      );
      call.end(body && JSON.stringify(body));
    });
  }
}

/** The outcome of a write by its response: it took effect, it did not, or that is unknown. */
export function outcomeOf(status) {
  if (status >= 200 && status < 300) return 'ok';
  return status === NOT_SENT || (status >= 400 && status < 500) ? 'failed' : 'unknown';
}
