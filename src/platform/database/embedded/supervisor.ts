import { setTimeout as sleep } from 'node:timers/promises';
import type { Server, StartOptions } from './server.js';

/** Delay before a restart; doubles up to the maximum while the server does not stay up. */
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 30_000;
/** A server that ran at least this long is restarted at once. */
const STABLE_MS = 60_000;

/** State of the embedded server, for readiness and metrics. */
export interface EmbeddedStatus {
  state: 'running' | 'restarting' | 'stopped';
  /** Number of restarts after unexpected ends. */
  restarts: number;
  /** Start of the current state. */
  since: Date;
}

/** Restarts a server that ends unexpectedly, with growing delays, without giving up. */
export class Supervisor {
  private readonly leave = new AbortController();
  private readonly loop: Promise<void>;
  private current: EmbeddedStatus = { state: 'running', restarts: 0, since: new Date() };
  private startedAt = performance.now();
  private pause = 0;

  constructor(
    private server: Server,
    private readonly restart: () => Promise<Server>,
    private readonly log: StartOptions['log'],
  ) {
    this.loop = this.supervise();
  }

  get status(): EmbeddedStatus {
    return this.current;
  }

  get port(): number {
    return this.server.port;
  }

  /** Stops the server and its supervision; open sessions are closed. */
  async stop(): Promise<void> {
    this.leave.abort();
    if (this.current.state === 'restarting') await this.loop;
    await this.server.stop();
    this.enter('stopped');
    await this.loop;
  }

  private async supervise(): Promise<void> {
    while (!this.leave.signal.aborted) {
      await this.server.untilEnd();
      if (this.leave.signal.aborted) return;
      this.enter('restarting');
      this.log(
        `The embedded PostgreSQL (process ${this.server.pid}) has ended unexpectedly. It is ` +
          'being restarted.',
        'error',
      );
      await this.untilRestarted();
    }
  }

  private async untilRestarted(): Promise<void> {
    if (performance.now() - this.startedAt > STABLE_MS) this.pause = 0;
    while (!this.leave.signal.aborted) {
      await sleep(this.pause, undefined, { signal: this.leave.signal }).catch(() => undefined);
      if (this.leave.signal.aborted) return;
      this.pause = Math.min(Math.max(2 * this.pause, FIRST_PAUSE_MS), MAX_PAUSE_MS);
      try {
        this.server = await this.restart();
        this.startedAt = performance.now();
        this.current.restarts++;
        if (this.leave.signal.aborted) return;
        this.enter('running');
        this.log(`The embedded PostgreSQL is running again (process ${this.server.pid}).`, 'warn');
        return;
      } catch (error) {
        this.log(
          'The embedded PostgreSQL could not be restarted, it is tried again in ' +
            `${this.pause / 1000} s. ${(error as Error).message}`,
          'error',
        );
      }
    }
  }

  private enter(state: EmbeddedStatus['state']): void {
    this.current = { ...this.current, state, since: new Date() };
  }
}
