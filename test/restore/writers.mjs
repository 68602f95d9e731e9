import { setTimeout as sleep } from 'node:timers/promises';

export const ADMIN_TOKEN = '*:*.admin-token-of-the-restore-test';
export const CLIENT_TOKEN = '*:production.client-token-of-the-restore-test';
export const FEATURES = '/api/admin/projects/default/features';
const CALLERS = 4;
const PAUSE_MS = 20;

/** Settings of the service for both tests. */
export const ENVIRONMENT = {
  INIT_ADMIN_API_TOKENS: ADMIN_TOKEN,
  INIT_CLIENT_API_TOKENS: CLIENT_TOKEN,
  REQUEST_QUOTA_PER_SECOND: '1000000000',
  SDK_QUOTA_PER_SECOND: '1000000000',
  ENCRYPTION_KEY: 'key-of-the-restore-test-that-keeps-nothing-secret',
};

/**
 * Sends a request.
 * @param {number} port
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {string} [token]
 */
export async function send(port, method, path, body, token = ADMIN_TOKEN) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization: token, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await answer.text();
  return { status: answer.status, text, body: text.startsWith('{') ? JSON.parse(text) : text };
}

/**
 * A request that must succeed.
 * @param {Parameters<typeof send>} args
 */
export async function must(...args) {
  const answer = await send(...args);
  if (answer.status < 300) return answer.body;
  throw new Error(`${args[1]} ${args[2]}: ${answer.status} ${answer.text.slice(0, 300)}`);
}

/**
 * Waits for the first seals of the audit log.
 * @param {import('../faults/postgres.mjs').Cluster} cluster
 */
export async function untilSealed(cluster) {
  for (let left = 300; left > 0; left--) {
    const [{ seals }] = await cluster.query('SELECT count(*)::int AS seals FROM event_seal');
    if (seals > 0) return;
    await sleep(100);
  }
  throw new Error('The audit log was not sealed.');
}

/** Callers that switch features of their own until they are stopped. */
export class Writers {
  /** The acknowledged switches, with their start and their duration. */
  switches = /** @type {{ at: number, ms: number }[]} */ ([]);
  /** Responses other than 200. */
  failures = /** @type {string[]} */ ([]);
  #isStopped = false;
  /** @type {Promise<void>[]} */
  #callers = [];

  /** @param {number} port */
  constructor(port) {
    this.port = port;
  }

  /** Creates the features. */
  async prepare() {
    for (let n = 0; n < CALLERS; n++)
      await must(this.port, 'POST', FEATURES, { name: `switched-${n}` });
  }

  start() {
    this.#isStopped = false;
    this.#callers = Array.from({ length: CALLERS }, (_, n) => this.#repeat(n));
  }

  async stop() {
    this.#isStopped = true;
    await Promise.all(this.#callers);
  }

  async #repeat(caller) {
    for (let n = 0; !this.#isStopped; n++) {
      const path = `${FEATURES}/switched-${caller}/environments/production/${n % 2 ? 'off' : 'on'}`;
      const began = performance.now();
      const { status, text } = await send(this.port, 'POST', path);
      if (status === 200) this.switches.push({ at: began, ms: performance.now() - began });
      else this.failures.push(`${status} ${text.slice(0, 200)}`);
      await sleep(PAUSE_MS);
    }
  }

  /** The longest acknowledged switch that began within a period, in milliseconds. */
  longest(from = 0, to = Infinity) {
    const times = this.switches.filter(({ at }) => at >= from && at < to).map(({ ms }) => ms);
    return Math.round(Math.max(0, ...times));
  }
}
