import { Logger } from '@nestjs/common';
import { DatabaseBusyError, DatabaseUnavailableError } from '../../database/database.errors.js';
import { Semaphore } from '../../database/semaphore.js';
import { withTimeout } from '../../database/with-timeout.js';
import type { Reading } from './reading.js';
import type { SnapshotStore } from './snapshot-store.js';
import type { SnapshotReader } from './snapshot-reader.js';

/** How many environments are read as a whole at the same time. */
const MOST_AT_ONCE = 2;
/** Upper bound on environments that wait to be read. */
const MOST_WAITING = 1_000;
/** How long that may take, for one. */
const LOAD_MS = 60_000;
/** How long it may take to complete it by what has changed meanwhile: others wait for that. */
const JOIN_MS = 10_000;
/**
 * How often a load is begun again because the environment was deleted, or the database replaced,
 * while it was read.
 */
const MOST_ATTEMPTS = 3;
/** Until the next attempt after one that failed, unless a caller asks before. */
const RETRY_MS = 1_000;

/**
 * Reads environments as a whole, beside the readings of changes: however long that takes, changes
 * of other environments are taken in meanwhile. A load that began before a commit is completed by
 * what has changed since before anybody is served from it.
 */
export class EnvironmentLoads {
  private readonly log = new Logger('client-features');
  private readonly loading = new Map<string, Promise<void>>();
  private readonly turns = new Semaphore(MOST_AT_ONCE, MOST_WAITING, () => new DatabaseBusyError());
  private readonly stopping = new AbortController();
  /** Environments that are known to be wrong until they have been read anew. */
  private readonly wrong = new Set<string>();
  /** Environments that are probably right, and are to be read anew to make sure. */
  private readonly doubtful = new Set<string>();
  private retry?: NodeJS.Timeout;

  /** @param inTurn Does something while no changes are read. */
  constructor(
    private readonly state: SnapshotStore,
    private readonly reader: SnapshotReader,
    private readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>,
  ) {}

  get isBusy(): boolean {
    return this.loading.size > 0;
  }

  isLoading(environment: string): boolean {
    return this.loading.has(environment);
  }

  isWrong(environment: string): boolean {
    return this.wrong.has(environment);
  }

  /**
   * Makes sure that an environment is held, and right. Whoever asks while it is read shares that.
   */
  load(environment: string): Promise<void> {
    const begun = this.loading.get(environment);
    if (begun) return begun;
    const loading = this.turns
      .run(() => this.loadNow(environment))
      .finally(() => this.loading.delete(environment));
    this.loading.set(environment, loading);
    return loading;
  }

  /**
   * Reads everything that is held anew in the background: the database may be another one. What is
   * held is served meanwhile.
   */
  verify(): void {
    for (const environment of this.state.held) this.doubtful.add(environment);
    this.work();
  }

  /** As {@link verify}; what is held is wrong, and not served until then. */
  reload(): void {
    for (const environment of this.state.held) this.wrong.add(environment);
    this.work();
  }

  stop(): void {
    this.stopping.abort();
    clearTimeout(this.retry);
  }

  /** Never rejects. */
  private work(): void {
    clearTimeout(this.retry);
    for (const environment of new Set([...this.wrong, ...this.doubtful])) {
      this.load(environment).catch((error: unknown) => {
        if (this.stopping.signal.aborted) return;
        this.log.warn(
          { err: error },
          `The environment "${environment}" could not be read anew; it will be tried again.`,
        );
        this.retry = setTimeout(() => this.work(), RETRY_MS).unref();
      });
    }
  }

  private async loadNow(environment: string): Promise<void> {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      if (
        this.state.get(environment) &&
        !this.wrong.has(environment) &&
        !this.doubtful.has(environment)
      )
        return;
      // What is said of it from now on is not answered by this reading.
      const wasWrong = this.wrong.has(environment);
      this.doubtful.delete(environment);
      try {
        const read = await this.read(environment);
        if (await this.inTurn(() => withTimeout(JOIN_MS, this.join(environment, read)))) return;
      } catch (error) {
        if (this.state.get(environment) && !wasWrong) this.doubtful.add(environment);
        throw error;
      }
      if (environment !== '' && !(await this.reader.isEnvironment(environment))) {
        this.wrong.delete(environment);
        return;
      }
    }
    throw new DatabaseUnavailableError();
  }

  private async read(environment: string): Promise<Reading> {
    const tooLong = AbortSignal.timeout(LOAD_MS);
    const reading = this.reader.load(environment, AbortSignal.any([this.stopping.signal, tooLong]));
    return withTimeout(LOAD_MS, reading);
  }

  /**
   * Brings what was read to the state of now, together with everything that is held.
   * @returns Whether that was possible: not when the environment was deleted meanwhile, or the
   * database replaced.
   */
  private async join(environment: string, read: Reading): Promise<boolean> {
    const { held, snapshot } = this.state;
    if (snapshot === undefined) {
      this.state.readOnFrom(read.snapshot);
    } else {
      const since = await this.reader.changes(read.snapshot, [environment]);
      if (since.isBroken || since.goneEnvironments.includes(environment)) return false;
      read.follow(since);
    }
    const reading = await this.reader.changes(this.state.snapshot!, [
      ...new Set([...held, environment]),
    ]);
    if (reading.isBroken || reading.goneEnvironments.includes(environment)) return false;
    await this.state.takeOutKnown(reading);
    await this.takeIn(environment, read, reading);
    this.wrong.delete(environment);
    return true;
  }

  /** Puts what was read in the place of what is held of the environment. */
  private async takeIn(environment: string, read: Reading, reading: Reading): Promise<void> {
    const before = this.state.get(environment);
    if (before) {
      this.state.update(reading, {
        state: before,
        segments: read.segments,
        differences: await before.differencesFrom(read),
      });
    } else {
      const segments = this.state.held.length === 0 ? { segments: read.segments } : {};
      this.state.update(reading, {
        state: await this.state.prepare(read, environment),
        ...segments,
      });
    }
  }
}
