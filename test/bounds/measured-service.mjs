import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { compiledPath } from '../../bench/server.mjs';
import { freePort } from '../../bench/service.mjs';

const MONITOR = fileURLToPath(new URL('event-loop-monitor.mjs', import.meta.url));
const START_MS = 60_000;

/**
 * A stretch of time in which the event loop of the service did nothing else, in milliseconds;
 * `from` and `to` are of the epoch. `waited`: how long it waited for a processor in the second
 * before.
 * @typedef {{ blocked: number, waited: number, from: number, to: number }} Block
 */

/**
 * The built service in a process of its own, whose event loop and memory are measured from within.
 */
export class MeasuredService {
  /** @type {Block[]} */
  blocks = [];
  /** What it wrote last, for when something goes wrong. */
  output = '';
  /** Set as soon as it ends. @type {string | undefined} */
  ended;

  /** @param {import('node:child_process').ChildProcess} child @param {number} port */
  constructor(child, port) {
    this.child = child;
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
    child.on('message', (message) => 'blocked' in message && this.blocks.push(message));
    child.once('exit', (status, signal) => (this.ended = signal ?? `status ${status}`));
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => (this.output = (this.output + text).slice(-20_000)));
  }

  /**
   * @param {string} databaseUrl @param {NodeJS.ProcessEnv} environment @param {string} [profile] A
   * folder for the profile of its processor.
   */
  static async start(databaseUrl, environment = {}, profile = undefined) {
    const port = await freePort();
    const child = fork(compiledPath('src/main.js'), [], {
      silent: true,
      execArgv: [
        '--expose-gc',
        ...(profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []),
        '--import',
        MONITOR,
      ],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        DATABASE_URL: databaseUrl,
        PORT: String(port),
        HTTP_HOST: '127.0.0.1',
        LOG_LEVEL: 'warn',
        NODE_ENV: 'production',
        ...environment,
      },
    });
    const service = new MeasuredService(child, port);
    await service.#untilReady();
    return service;
  }

  async #untilReady() {
    for (const deadline = Date.now() + START_MS; Date.now() < deadline; await sleep(50)) {
      if (this.ended) break;
      const answer = await fetch(`${this.url}/ready`).catch(() => undefined);
      if (answer?.ok) return;
    }
    throw new Error(`The service did not start (${this.ended ?? 'too slow'}):\n${this.output}`);
  }

  /** Bytes in use after a garbage collection. @returns {Promise<{ rss: number, used: number }>} */
  async memory() {
    this.child.send('memory');
    for (;;) {
      const [message] = await once(this.child, 'message');
      if ('memory' in message) return message.memory;
    }
  }

  async stop() {
    if (this.ended) return;
    const exit = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await exit;
  }
}
