import { Logger } from '@nestjs/common';
import {
  DatabaseBusyError,
  DatabaseUnavailableError,
} from '../../../platform/database/database.errors.js';
import { Semaphore } from '../../../platform/database/semaphore.js';
import { withTimeout } from '../../../platform/database/with-timeout.js';
import type { Reading, SnapshotReader } from './snapshot-reader.js';
import type { SnapshotStore } from './snapshot-store.js';

/** Maximum number of concurrent loads. */
const MAX_CONCURRENT_LOADS = 2;
/** Upper bound on environments that wait to be read. */
const MAX_WAITING = 1_000;
/** Time limit of a load. */
const LOAD_MS = 60_000;
/** Time limit for applying the changes made during the load, for which others wait. */
const JOIN_MS = 10_000;
/** Number of attempts when the environment is deleted, or the database replaced, during a load. */
const MAX_ATTEMPTS = 3;
/** Delay before retrying a failed load, unless a caller requests it earlier. */
const RETRY_MS = 1_000;

/**
 * Loads whole environments beside the reading of changes, so that a long load does not delay
 * changes of other environments. Before a loaded environment is served, the changes committed since
 * the start of the load are applied.
 */
export class EnvironmentLoads {
  private readonly log = new Logger('client-features');
  private readonly loading = new Map<string, Promise<void>>();
  private readonly turns = new Semaphore(
    MAX_CONCURRENT_LOADS,
    MAX_WAITING,
    () => new DatabaseBusyError(),
  );
  private readonly stopping = new AbortController();
  /** Environments known to be wrong, which are not served until reloaded. */
  private readonly wrong = new Set<string>();
  /** Environments that are probably correct and are reloaded to make sure. */
  private readonly unverified = new Set<string>();
  private retry?: NodeJS.Timeout;

  /** @param inTurn Runs work while no changes are being read. */
  constructor(
    private readonly state: SnapshotStore,
    private readonly reader: SnapshotReader,
    private readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>,
  ) {}

  get isBusy(): boolean {
    return this.loading.size > 0;
  }

  /** Whether the environment is being loaded. */
  isLoading(environment: string): boolean {
    return this.loading.has(environment);
  }

  /** Whether the environment is known to be wrong, and so is not served. */
  isWrong(environment: string): boolean {
    return this.wrong.has(environment);
  }

  /** Ensures that an environment is loaded and correct. Concurrent callers share a load. */
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
   * Reloads everything in the background while the current state is served, because the database
   * may have been replaced.
   */
  verify(): void {
    for (const environment of this.state.held) this.unverified.add(environment);
    this.work();
  }

  /** Like {@link verify}, but the current state is wrong and not served until then. */
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
    for (const environment of new Set([...this.wrong, ...this.unverified])) {
      this.load(environment).catch((error: unknown) => {
        if (this.stopping.signal.aborted) return;
        this.log.warn(
          { err: error },
          `The environment "${environment}" could not be reloaded; it will be retried.`,
        );
        this.retry = setTimeout(() => this.work(), RETRY_MS).unref();
      });
    }
  }

  private async loadNow(environment: string): Promise<void> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      if (
        this.state.get(environment) &&
        !this.wrong.has(environment) &&
        !this.unverified.has(environment)
      )
        return;
      // Later invalidations are not covered by this load.
      const wasWrong = this.wrong.has(environment);
      this.unverified.delete(environment);
      try {
        const read = await this.read(environment);
        if (await this.inTurn(() => withTimeout(JOIN_MS, this.join(environment, read)))) return;
      } catch (error) {
        if (this.state.get(environment) && !wasWrong) this.unverified.add(environment);
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
   * Applies the changes since the load, together with all other environments.
   * @returns Whether that was possible: not when the environment was deleted or the database
   * replaced.
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
    // Must come before known content is removed. A feature that was changed since the load and
    // changed back equals the current state, while the loaded one is the state in between.
    read.follow(reading);
    await this.state.takeOutKnown(reading);
    await this.takeIn(environment, read, reading);
    this.wrong.delete(environment);
    return true;
  }

  /** Replaces the current state of the environment by the loaded one. */
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
