import { setTimeout as sleep } from 'node:timers/promises';
import type { Postmaster } from './postmaster.js';
import type { StartOptions } from './server-start.js';

/** The pause before a restart doubles from the first to the longest while restarts do not last. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
/** A server that ran for so long is restarted at once. */
const STABLE_MS = 60_000;

/** The state of the embedded server, for readiness and figures. */
export interface EmbeddedStatus {
  state: 'running' | 'restarting' | 'stopped';
  /** How often the server has been restarted after it ended unexpectedly. */
  restarts: number;
  /** When the state began. */
  since: Date;
}

/**
 * Restarts a server that ends without having been told to, with growing pauses and for as long as
 * it takes.
 */
export class Supervisor {
  private readonly leave = new AbortController();
  private readonly loop: Promise<void>;
  private current: EmbeddedStatus = { state: 'running', restarts: 0, since: new Date() };
  private startedAt = performance.now();
  private pause = 0;

  constructor(
    private server: Postmaster,
    private readonly restart: () => Promise<Postmaster>,
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

  /** Ends the server and its supervision. Sessions that are still open are cut off. */
  async stop(): Promise<void> {
    this.leave.abort();
    if (this.current.state === 'restarting') await this.loop;
    await this.server.stop();
    this.enter('stopped');
    await this.loop;
  }

  /**
   * As {@link stop}, but at once and without finishing anything: for a server that must not write
   * any more.
   */
  abort(): void {
    this.leave.abort();
    this.server.abort();
    this.enter('stopped');
    void this.loop.then(() => this.server.abort()); // one that was just being restarted
  }

  private async supervise(): Promise<void> {
    while (!this.leave.signal.aborted) {
      await this.server.untilEnd();
      if (this.leave.signal.aborted) return;
      this.enter('restarting');
      this.log(
        `The embedded PostgreSQL (process ${this.server.pid}) has ended unexpectedly. It is being restarted.`,
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
      this.pause = Math.min(Math.max(2 * this.pause, FIRST_PAUSE_MS), LONGEST_PAUSE_MS);
      try {
        this.server = await this.restart();
        this.startedAt = performance.now();
        this.current.restarts++;
        if (this.leave.signal.aborted) return;
        this.enter('running');
        this.log(`The embedded PostgreSQL runs again (process ${this.server.pid}).`, 'warn');
        return;
      } catch (error) {
        this.log(
          `The embedded PostgreSQL could not be restarted, it is tried again in ${this.pause / 1000} s. ${(error as Error).message}`,
          'error',
        );
      }
    }
  }

  private enter(state: EmbeddedStatus['state']): void {
    this.current = { ...this.current, state, since: new Date() };
  }
}
