import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { compiledPath } from '../../bench/server.mjs';
import { freePort } from '../../bench/service.mjs';

const START_MS = 60_000;
/** How much of the last output is kept. */
const OUTPUT_LENGTH = 20_000;

/**
 * @typedef {object} ServiceOptions
 * @property {NodeJS.ProcessEnv} [environment] Settings, besides those that every test needs.
 * @property {string[]} [execArgv] Options of Node.
 * @property {number} [port] The port to listen on; a free one by default.
 * @property {string} [main] The file of another build of the service.
 */

/** The built service as a process. */
export class ServiceProcess {
  /** The end of its output, for reports of failures. */
  output = '';
  /**
   * How the process ended; undefined while it runs.
   * @type {string | undefined}
   */
  ended;

  /** @param {import('node:child_process').ChildProcess} child @param {number} port */
  constructor(child, port) {
    this.child = child;
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
    child.once('exit', (status, signal) => (this.ended = signal ?? `status ${status}`));
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => (this.output = (this.output + text).slice(-OUTPUT_LENGTH)));
  }

  /**
   * Starts the service and waits until it is ready.
   * @param {ServiceOptions} [options]
   */
  static async start(databaseUrl, { environment = {}, execArgv = [], port, main } = {}) {
    const chosen = port ?? (await freePort());
    const child = fork(main ?? compiledPath('src/main.js'), [], {
      silent: true,
      execArgv,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        DATABASE_URL: databaseUrl,
        PORT: String(chosen),
        HTTP_HOST: '127.0.0.1',
        LOG_LEVEL: 'warn',
        NODE_ENV: 'production',
        ...environment,
      },
    });
    const service = new this(child, chosen);
    await service.#untilReady();
    return service;
  }

  async #untilReady() {
    for (const deadline = Date.now() + START_MS; Date.now() < deadline; await sleep(50)) {
      if (this.ended) break;
      const answer = await fetch(`${this.url}/ready`).catch(() => undefined);
      if (answer?.ok) return;
    }
    const reason = this.ended ?? 'too slow';
    this.child.kill('SIGKILL');
    throw new Error(`The service did not start (${reason}):\n${this.output}`);
  }

  /**
   * Sends a signal.
   * @param {NodeJS.Signals} signal
   */
  signal(signal) {
    this.child.kill(signal);
  }

  /**
   * Ends the process and waits for it.
   * @param {NodeJS.Signals} [signal]
   */
  async stop(signal = 'SIGTERM') {
    if (this.ended) return;
    const exit = once(this.child, 'exit');
    this.child.kill(signal);
    await exit;
  }
}
