import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Commits } from '../../../core/event/commits.js';
import type { DomainEvent } from '../../../core/event/event.types.js';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import {
  DatabaseBusyError,
  DatabaseUnavailableError,
} from '../../../platform/database/database.errors.js';
import type { BackgroundJob } from '../../../platform/database/jobs/background-job.js';
import { BackgroundJobs } from '../../../platform/database/jobs/background-jobs.js';
import { isReachable } from '../../../platform/database/start-failure.js';
import { Semaphore } from '../../../platform/database/semaphore.js';
import { withTimeout } from '../../../platform/database/with-timeout.js';
import { Announcements } from './announcements.js';
import { EnvironmentLoads } from './environment-loads.js';
import { reachesSdks } from '../../../core/event/event-entries.js';
import { SnapshotReader } from './snapshot-reader.js';
import { SnapshotStore } from './snapshot-store.js';

/**
 * PostgreSQL can be reached, but committed changes could not be read in time; a response could show
 * a feature as on that was turned off.
 */
export class SnapshotNotFreshError extends DatabaseUnavailableError {
  constructor() {
    super('This instance cannot read the latest changes. Try again in a second.');
  }

  override headers(): Record<string, string> {
    return { 'Retry-After': '1' };
  }
}

/** Minimum interval between readings, unless a caller waits. */
const GAP_MS = 25;
/** How long a caller waits until a local change is read. */
const TIMEOUT_MS = 3_000;
/** Upper bound on readings that wait. */
const MAX_WAITING = 100;
/** Time limit of a reading, whose result is discarded afterwards. */
const REFRESH_MS = 10_000;
/** Delay before retrying after a failure. */
const RETRY_MS = 1_000;
/** Time within which PostgreSQL must accept a connection to count as reachable. */
const PROBE_MS = 1_000;
/** Seconds beyond the polling interval after which the state counts as stale. */
const OLD_AFTER_SECONDS = 10;

/**
 * Keeps the {@link SnapshotStore} current: reads changes one at a time, while environments are
 * loaded in parallel. Stale state is served only while PostgreSQL cannot be reached.
 */
@Injectable()
export class SnapshotRefresher implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('client-features');
  private readonly loads: EnvironmentLoads;
  /**
   * Number of local commits that may concern SDKs, and how many of them the state certainly
   * includes.
   */
  private committed = 0;
  private included = 0;
  private readonly job: BackgroundJob;
  /** One reading of changes at a time. */
  private readonly turns = new Semaphore(1, MAX_WAITING, () => new DatabaseBusyError());
  /** Whether PostgreSQL was unreachable at the last attempt. */
  private isAway = false;
  private hasFailed = false;
  /** When the state was last known to be current, in this process's clock. */
  private current?: number;
  private began = 0;
  private stopped = false;

  constructor(
    private readonly state: SnapshotStore,
    private readonly reader: SnapshotReader,
    private readonly announcements: Announcements,
    private readonly commits: Commits,
    @Inject(CONFIG) private readonly config: Config,
    jobs: BackgroundJobs,
  ) {
    this.job = jobs.add({
      name: 'snapshot-refresh',
      everyMs: config.clientFeatures.pollSeconds * 1000,
      retryMs: RETRY_MS,
      run: () => this.turns.run(() => this.catchUp()),
    });
    this.loads = new EnvironmentLoads(state, reader, (work) => this.turns.run(work));
  }

  /**
   * Listens before the first request, because environments loaded before that would have to be
   * loaded again.
   */
  async onApplicationBootstrap(): Promise<void> {
    this.commits.listen((events) => this.onEvents(events));
    await this.announcements.open({
      changed: () => this.refreshSoon(),
      connected: () => this.loads.verify(),
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    this.loads.stop();
    void this.job.stop();
    await this.announcements.close();
  }

  /** Seconds since the state was last known to be current; 0 while nothing is loaded. */
  get age(): number {
    return this.current === undefined ? 0 : (performance.now() - this.current) / 1000;
  }

  /**
   * Age of the state in whole seconds, if it is stale: PostgreSQL cannot be reached, or has not
   * answered for longer than a reading takes.
   */
  get staleSeconds(): number | undefined {
    return this.isAway || this.isOld ? Math.ceil(this.age) : undefined;
  }

  /**
   * Waits until the state includes all local commits so far. Does not wait while PostgreSQL cannot
   * be reached.
   * @throws SnapshotNotFreshError when changes cannot be read although PostgreSQL can be reached.
   */
  async whenFresh(): Promise<void> {
    const wanted = this.committed;
    if (this.isAway || this.isFreshFor(wanted)) return;
    await withTimeout(TIMEOUT_MS, this.job.runNow()).catch(() => undefined);
    if (this.isAway || this.isFreshFor(wanted)) return;
    if (await isReachable(this.address, PROBE_MS)) throw new SnapshotNotFreshError();
    this.isAway = !this.isFreshFor(wanted);
  }

  /**
   * Waits until the state includes what other instances have committed so far, too. All who wait
   * share one reading. Does not wait while PostgreSQL cannot be reached. Never rejects.
   */
  async readOn(): Promise<void> {
    if (this.isAway) return;
    await sleep(Math.max(0, this.began + GAP_MS - performance.now()));
    await withTimeout(TIMEOUT_MS, this.job.runNow()).catch(() => undefined);
  }

  /** Whether the state includes all local commits so far, and PostgreSQL can be reached. */
  get isCurrent(): boolean {
    return !this.isAway && this.isFreshFor(this.committed);
  }

  /**
   * Ensures that an environment is loaded and correct.
   * @throws DatabaseUnavailableError when it cannot be loaded.
   */
  async load(environment: string): Promise<void> {
    this.current ??= performance.now();
    await this.loads.load(environment);
  }

  /**
   * Whether an environment can be served: it is loaded and not known to be wrong or, while
   * PostgreSQL is away, loaded.
   */
  serves(environment: string): boolean {
    return (
      this.state.get(environment) !== undefined && (this.isAway || !this.loads.isWrong(environment))
    );
  }

  /**
   * What an environment is served from: a PostgreSQL snapshot; null when nothing of it is held, so
   * that the next request reads it; undefined while it is being read.
   */
  horizonOf(environment: string): string | null | undefined {
    const held = this.state.get(environment);
    if (held) return held.horizon;
    return this.loads.isLoading(environment) ? undefined : null;
  }

  private onEvents(events: readonly DomainEvent[]): void {
    const reaching = events.filter(reachesSdks);
    if (reaching.length === 0) return;
    this.announcements.announce();
    if (
      reaching.some((event) =>
        this.concerns('environment' in event ? event.environment : undefined),
      )
    )
      this.noteCommit();
  }

  /** Reads and announces a change that this instance has committed without an event. */
  changed(): void {
    this.announcements.announce();
    this.noteCommit();
  }

  private noteCommit(): void {
    this.committed++;
    // A commit proves that the database can be reached.
    this.isAway = false;
    this.refreshSoon();
  }

  private concerns(environment: string | undefined): boolean {
    if (environment === undefined) return this.isInUse;
    return this.state.get(environment) !== undefined || this.loads.isLoading(environment);
  }

  /** Whether any environment has been requested yet. */
  private get isInUse(): boolean {
    return this.state.held.length > 0 || this.loads.isBusy;
  }

  private get isOld(): boolean {
    return (
      this.current !== undefined &&
      this.age > this.config.clientFeatures.pollSeconds + OLD_AFTER_SECONDS
    );
  }

  private get address(): { url: string; ssl: Config['database']['ssl'] } {
    return { url: this.config.database.url!, ssl: this.config.database.ssl };
  }

  private isFreshFor(committed: number): boolean {
    return this.included >= committed && !this.hasFailed && !this.isOld;
  }

  private refreshSoon(): void {
    if (!this.isInUse || this.stopped) return;
    this.job.runWithin(Math.max(0, this.began + GAP_MS - performance.now()));
  }

  /** Reads what has changed, if anything is held. */
  private async catchUp(): Promise<void> {
    if (this.stopped || this.state.held.length === 0) return;
    const including = this.committed;
    const before = this.isOld ? this.state.snapshot : undefined;
    this.began = performance.now();
    try {
      const reading = await withTimeout(
        REFRESH_MS,
        this.reader.changes(this.state.snapshot!, this.state.held),
      );
      await this.state.takeOutKnown(reading);
      if (reading.isBroken) this.rebase(reading.snapshot);
      else this.state.update(reading);
      this.included = including;
      this.current = this.began;
      // After an outage it may be a different database, with similar transaction ids.
      if (this.isAway) this.loads.verify();
      this.isAway = this.hasFailed = false;
      if (before !== undefined && !reading.isBroken) this.noteLate(before, reading.snapshot);
    } catch (error) {
      if (this.stopped) return;
      await this.noteFailure();
      throw error;
    }
  }

  /** Nobody waits for it, and without it only the search for causes knows less. */
  private noteLate(since: string, until: string): void {
    this.reader
      .noteLate(since, until)
      .catch((error: unknown) => this.log.warn({ err: error }, 'Late serving was not noted.'));
  }

  private async noteFailure(): Promise<void> {
    const committed = this.committed;
    const isReached = await isReachable(this.address, PROBE_MS);
    // A commit during the attempt proves that the database can be reached.
    this.isAway = !isReached && this.committed === committed;
    this.hasFailed = true;
  }

  /**
   * Changes cannot be determined from the last snapshot: continues from a new one, and reloads
   * everything.
   */
  private rebase(snapshot: string): void {
    this.log.warn(
      'The database does not continue from the last snapshot, as after a restore: all ' +
        'features for SDKs are reloaded.',
    );
    this.state.readOnFrom(snapshot);
    this.loads.reload();
  }
}
