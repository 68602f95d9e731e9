import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ServiceProcess } from '../live/service-process.mjs';

const MONITOR = fileURLToPath(new URL('event-loop-monitor.mjs', import.meta.url));

/**
 * A period in which the event loop of the service was blocked, in milliseconds; `from` and `to` are
 * Unix times. `waited`: how long it waited for a processor in the second before.
 * @typedef {{ blocked: number, waited: number, from: number, to: number }} Block
 */

/** The built service, whose event loop and memory are measured from within. */
export class MeasuredService extends ServiceProcess {
  /** @type {Block[]} */
  blocks = [];

  /** @param {import('node:child_process').ChildProcess} child @param {number} port */
  constructor(child, port) {
    super(child, port);
    child.on('message', (message) => 'blocked' in message && this.blocks.push(message));
  }

  /**
   * @param {string} databaseUrl
   * @param {NodeJS.ProcessEnv} environment
   * @param {string} [profile] A folder for its CPU profile.
   * @returns {Promise<MeasuredService>}
   */
  static async measure(databaseUrl, environment = {}, profile = undefined) {
    const profiling = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
    const execArgv = ['--expose-gc', ...profiling, '--import', MONITOR];
    return await this.start(databaseUrl, { environment, execArgv });
  }

  /**
   * Bytes in use after a garbage collection.
   * @returns {Promise<{ rss: number, used: number }>}
   */
  async memory() {
    this.child.send('memory');
    for (;;) {
      const [message] = await once(this.child, 'message');
      if ('memory' in message) return message.memory;
    }
  }
}
