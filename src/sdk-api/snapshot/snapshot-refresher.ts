import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import type { BackgroundJob } from '../../database/jobs/background-job.js';
import { BackgroundJobs } from '../../database/jobs/background-jobs.js';
import { isReachable } from '../../database/reachability.js';
import { DatabaseBusyError } from '../../database/database.errors.js';
import { Semaphore } from '../../database/semaphore.js';
import { withTimeout } from '../../database/with-timeout.js';
import { Commits } from '../../event/commits.js';
import type { DomainEvent } from '../../event/event.types.js';
import { Announcements } from './announcements.js';
import { EnvironmentLoads } from './environment-loads.js';
import { SnapshotNotFreshError } from './snapshot-not-fresh.error.js';
import { reachesSdks } from './scope.js';
import { SnapshotStore } from './snapshot-store.js';
import { SnapshotReader } from './snapshot-reader.js';

/** Between two readings, unless a caller waits for one. */
const GAP_MS = 25;
/** How long a caller waits for a change that was made here to be read. */
const PATIENCE_MS = 3_000;
/** Upper bound on readings that wait. */
const MOST_WAITING = 100;
/** How long a reading may take. Whatever it comes to after that is not taken in. */
const REFRESH_MS = 10_000;
/** Until the next attempt after one that failed. */
const RETRY_MS = 1_000;
/** How long PostgreSQL has to answer on a new connection to count as reachable. */
const PROBE_MS = 1_000;
/** How many seconds beyond the interval of polls the state may be of before it counts as old. */
const OLD_AFTER_SECONDS = 10;

/**
 * Keeps the {@link SnapshotStore} up to what is committed: one reading of changes at a time, beside
 * which environments are loaded. Old state is served only while PostgreSQL cannot be reached.
 */
@Injectable()
export class SnapshotRefresher implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('client-features');
  private readonly loads: EnvironmentLoads;
  /**
   * How many changes were committed here that SDKs may have to be told of, and how many of them the
   * state is sure to include.
   */
  private committed = 0;
  private included = 0;
  private readonly job: BackgroundJob;
  /** One reading of changes at a time. */
  private readonly turns = new Semaphore(1, MOST_WAITING, () => new DatabaseBusyError());
  /** Whether PostgreSQL could not be reached when it was last tried. */
  private isAway = false;
  private hasFailed = false;
  /** When it was known last that the state is what is committed, by the clock of this process. */
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
   * Before the first request comes: what is loaded before it is heard of changes is loaded twice.
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

  /**
   * For how many seconds the state has not been known to be what is committed; 0 as long as there
   * is none.
   */
  get age(): number {
    return this.current === undefined ? 0 : (performance.now() - this.current) / 1000;
  }

  /**
   * For how many whole seconds the state has been old, if it is: PostgreSQL cannot be reached, or
   * has been silent for longer than it takes to ask it.
   */
  get staleSeconds(): number | undefined {
    return this.isAway || this.isOld ? Math.ceil(this.age) : undefined;
  }

  /**
   * Waits until the state includes what has been committed on this instance so far. While
   * PostgreSQL cannot be reached nobody waits: the state is old.
   * @throws SnapshotNotFreshError when it cannot be read although PostgreSQL can be reached.
   */
  async whenFresh(): Promise<void> {
    const wanted = this.committed;
    if (this.isAway || this.isFreshFor(wanted)) return;
    await withTimeout(PATIENCE_MS, this.job.runNow()).catch(() => undefined);
    if (this.isAway || this.isFreshFor(wanted)) return;
    if (await isReachable(this.address, PROBE_MS)) throw new SnapshotNotFreshError();
    this.isAway = !this.isFreshFor(wanted);
  }

  /** Makes sure that an environment is held, and right. @throws DatabaseUnavailableError */
  async load(environment: string): Promise<void> {
    this.current ??= performance.now();
    await this.loads.load(environment);
  }

  /**
   * Whether an environment is held, and not known to be wrong; while PostgreSQL is away, whether it
   * is held.
   */
  serves(environment: string): boolean {
    return (
      this.state.get(environment) !== undefined && (this.isAway || !this.loads.isWrong(environment))
    );
  }

  private onEvents(events: readonly DomainEvent[]): void {
    const reaching = events.filter(reachesSdks);
    if (reaching.length === 0) return;
    this.announcements.announce();
    if (
      !reaching.some((event) =>
        this.concerns('environment' in event ? event.environment : undefined),
      )
    )
      return;
    this.committed++;
    // Where something can be committed, something can be read.
    this.isAway = false;
    this.refreshSoon();
  }

  private concerns(environment: string | undefined): boolean {
    if (environment === undefined) return this.isInUse;
    return this.state.get(environment) !== undefined || this.loads.isLoading(environment);
  }

  /** Whether anybody has asked for anything yet. */
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
      // After an outage it may be another database, whose transactions are numbered as high as
      // those of the one before.
      if (this.isAway) this.loads.verify();
      this.isAway = this.hasFailed = false;
    } catch (error) {
      if (this.stopped) return;
      await this.noteFailure();
      throw error;
    }
  }

  private async noteFailure(): Promise<void> {
    const committed = this.committed;
    const isReached = await isReachable(this.address, PROBE_MS);
    // What was committed while it was tried proves that the database is there.
    this.isAway = !isReached && this.committed === committed;
    this.hasFailed = true;
  }

  /**
   * Changes cannot be followed from where they were read last: reads on from now, and everything
   * that is held anew.
   */
  private rebase(snapshot: string): void {
    this.log.warn(
      'The database does not continue from where it was read last, as after a restore: everything that SDKs are told is read anew.',
    );
    this.state.readOnFrom(snapshot);
    this.loads.reload();
  }
}
