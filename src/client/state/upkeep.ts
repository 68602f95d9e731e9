import { type BeforeApplicationShutdown, Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import { Commits } from '../../event/commits.js';
import type { DomainEvent } from '../../event/event.types.js';
import { Announcements } from './announcements.js';
import { within } from './patience.js';
import { reachesSdks } from './scope.js';
import { ServedState } from './served-state.js';
import { StateReader } from './state-reader.js';

/** Between two readings, unless a caller waits for one. */
const GAP_MS = 25;
/** How long a caller waits for a change that was made here to be read. */
const PATIENCE_MS = 3_000;
/** How long a reading may take. Whatever it comes to after that is not taken in. */
const REFRESH_MS = 10_000;
const LOAD_MS = 30_000;
/** Until the next attempt after one that failed. */
const RETRY_MS = 1_000;

/** Keeps the {@link ServedState} up to what is committed, one reading at a time. */
@Injectable()
export class Upkeep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('client-features');
  /** How many changes were committed here that SDKs may have to be told of, and how many of them the state is sure to include. */
  private committed = 0;
  private included = 0;
  /** The last reading that was asked for: the next one begins when it has ended. */
  private last: Promise<unknown> = Promise.resolve();
  /** The next refresh, as long as it has not begun. */
  private next?: Promise<void>;
  private readonly loading = new Map<string, Promise<void>>();
  private hasToReload = false;
  /** Whether it is of no use to wait for the database. */
  private isAway = false;
  private hasFailed = false;
  /** When it was known last that the state is what is committed, by the clock of this process. */
  private current?: number;
  private began = 0;
  private soon?: NodeJS.Timeout;
  private poll?: NodeJS.Timeout;
  private stopped = false;

  constructor(
    private readonly state: ServedState,
    private readonly reader: StateReader,
    private readonly announcements: Announcements,
    private readonly commits: Commits,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Before the first request comes: what is loaded before it is heard of changes is loaded twice. */
  async onApplicationBootstrap(): Promise<void> {
    this.commits.listen((events) => this.heard(events));
    await this.announcements.open({ changed: () => this.refreshSoon(), connected: () => this.reload() });
    this.poll = setInterval(() => void this.refresh(), this.config.clientFeatures.pollSeconds * 1000).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.soon);
    clearInterval(this.poll);
    await this.announcements.close();
  }

  /** For how many seconds the state has not been known to be what is committed; 0 as long as there is none. */
  get age(): number {
    return this.current === undefined ? 0 : (performance.now() - this.current) / 1000;
  }

  /** Waits until the state includes what has been committed on this instance so far, unless the database cannot tell at the moment. */
  async settled(): Promise<void> {
    if (this.included === this.committed || this.isAway) return;
    await within(PATIENCE_MS, this.refresh()).catch(() => (this.isAway = true));
  }

  /** Makes sure that an environment is held. @throws DatabaseUnavailableError */
  async load(environment: string): Promise<void> {
    const begun = this.loading.get(environment);
    if (begun) return begun;
    const loading = this.inTurn(async () => {
      this.current ??= performance.now();
      if (!this.state.get(environment)) this.state.add(environment, await within(LOAD_MS, this.reader.load(environment)));
    }).finally(() => this.loading.delete(environment));
    this.loading.set(environment, loading);
    return loading;
  }

  private heard(events: readonly DomainEvent[]): void {
    const reaching = events.filter(reachesSdks);
    if (reaching.length === 0) return;
    this.announcements.announce();
    if (!reaching.some((event) => this.concerns('environment' in event ? event.environment : undefined))) return;
    this.committed++;
    // Where something can be committed, something can be read.
    this.isAway = false;
    this.refreshSoon();
  }

  private concerns(environment: string | undefined): boolean {
    if (environment === undefined) return this.isInUse;
    return this.state.get(environment) !== undefined || this.loading.has(environment);
  }

  /** Whether anybody has asked for anything yet. */
  private get isInUse(): boolean {
    return this.state.held.length > 0 || this.loading.size > 0;
  }

  private refreshSoon(): void {
    if (!this.isInUse || this.stopped) return;
    this.soon ??= setTimeout(() => void this.refresh(), Math.max(0, this.began + GAP_MS - performance.now())).unref();
  }

  /** Announcements may have been lost, or the database may be another one than before. */
  private reload(): void {
    if (!this.isInUse) return;
    this.hasToReload = true;
    this.refreshSoon();
  }

  /** Reads what has changed, beginning after now. Whoever asks before it has begun shares it. Never rejects. */
  private refresh(): Promise<void> {
    return (this.next ??= this.inTurn(async () => {
      this.next = undefined;
      clearTimeout(this.soon);
      this.soon = undefined;
      if (!this.stopped && this.state.held.length > 0) await this.catchUp();
    }));
  }

  private async catchUp(): Promise<void> {
    const including = this.committed;
    this.began = performance.now();
    try {
      if (this.hasToReload || !(await this.readChanges())) {
        await this.readAll();
        // What has changed while the first of them was old already.
        if (this.state.held.length > 1) this.refreshSoon();
      }
      this.included = including;
      this.current = this.began;
      if (this.hasFailed) this.log.log('What SDKs are told is up to date again.');
      this.isAway = this.hasFailed = false;
    } catch (error) {
      if (!this.hasFailed && !this.stopped)
        this.log.warn({ err: error }, 'It cannot be read what SDKs are to be told; they are told what was known before.');
      this.isAway = this.hasFailed = true;
      // Who knows what has happened by the time it can be read again.
      this.hasToReload = true;
      if (!this.stopped) this.soon = setTimeout(() => void this.refresh(), RETRY_MS).unref();
    }
  }

  /** @returns Whether that was enough to be up to date. */
  private async readChanges(): Promise<boolean> {
    const reading = await within(REFRESH_MS, this.reader.changes(this.state.snapshot!, this.state.held));
    if (!reading.isPartial) this.state.update(reading);
    return !reading.isPartial;
  }

  /** One environment after the other: together they may be large. */
  private async readAll(): Promise<void> {
    this.hasToReload = false;
    const { held } = this.state;
    for (const [n, environment] of held.entries()) {
      const reading = await within(LOAD_MS, this.reader.load(environment));
      this.state.replace(environment, reading, { isLast: n === held.length - 1 });
      if (n === 0) this.state.readOnFrom(reading.snapshot);
    }
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.last.then(work);
    this.last = turn.catch(() => undefined);
    return turn;
  }
}
