import { Injectable } from '@nestjs/common';
import type { EnvironmentSnapshot } from './environment-snapshot.js';
import { type EvaluableFeatures, EvaluableCache } from './evaluable-cache.js';
import { withTimeout } from '../../../platform/database/with-timeout.js';
import { type ChangeListener, SnapshotStore } from './snapshot-store.js';
import { SnapshotReader } from './snapshot-reader.js';
import { SnapshotRefresher } from './snapshot-refresher.js';

/** Name used for callers without an environment, for whom all features are off. */
export const NO_ENVIRONMENT = '';
/** How long a caller waits for an environment to load. */
const TIMEOUT_MS = 10_000;

/**
 * Serves features to SDKs from memory. Changes committed on this instance are in every later
 * response, changes of other instances within a fraction of a second, or a few seconds when an
 * announcement was lost. While the database cannot be reached, loaded environments are served in
 * their last known state, with its age.
 */
@Injectable()
export class ServedFeatures {
  private readonly evaluables = new EvaluableCache();

  constructor(
    private readonly state: SnapshotStore,
    private readonly reader: SnapshotReader,
    private readonly upkeep: SnapshotRefresher,
  ) {}

  /**
   * The state of an environment; an unknown one is like {@link NO_ENVIRONMENT}. It is current until
   * the caller awaits something.
   * @throws DatabaseUnavailableError when it is requested for the first time while the database is
   * away.
   * @throws SnapshotNotFreshError when the database can be reached but changes cannot be read in
   * time.
   */
  async environment(name: string): Promise<EnvironmentSnapshot> {
    if (!this.upkeep.serves(name)) await withTimeout(TIMEOUT_MS, this.open(name));
    await this.upkeep.whenFresh();
    return (
      this.state.get(name) ?? this.state.get(NO_ENVIRONMENT) ?? this.environment(NO_ENVIRONMENT)
    );
  }

  /**
   * Hash of the present state of an environment.
   * @param told A hash of which another instance may have told the caller: if the state has another
   * one, changes are looked for first, as the announcement of them may be late or lost.
   * @throws DatabaseUnavailableError as {@link environment}.
   */
  async hashOf(name: string, told?: string): Promise<string> {
    const { hash } = await this.environment(name);
    if (told === undefined || told === hash) return hash;
    await this.upkeep.readOn();
    return (await this.environment(name)).hash;
  }

  /**
   * The state of an environment if it includes all local commits and is not stale, without waiting;
   * `undefined` otherwise.
   */
  current(name: string): EnvironmentSnapshot | undefined {
    return this.upkeep.isCurrent && this.upkeep.serves(name) ? this.state.get(name) : undefined;
  }

  /**
   * Features for evaluation: the same object while nothing changes, so that evaluators can be
   * cached with it.
   * @param projects Ids; undefined for all.
   * @throws DatabaseUnavailableError as {@link environment}.
   */
  async forEvaluation(
    environment: string,
    projects?: readonly string[],
  ): Promise<EvaluableFeatures> {
    for (;;) {
      const state = await this.environment(environment);
      if (this.evaluables.has(state, projects) || (await this.evaluables.prepare(state)))
        return this.evaluables.of(state, projects);
    }
  }

  /** Age of the state in seconds while PostgreSQL cannot be reached; undefined otherwise. */
  get staleSeconds(): number | undefined {
    return this.upkeep.staleSeconds;
  }

  /**
   * Subscribes to changes of loaded environments.
   * @returns Unsubscribes.
   */
  subscribe(listener: ChangeListener): () => void {
    return this.state.listen(listener);
  }

  /**
   * The loaded state of an environment, without waiting; `undefined` when it is not loaded. It may
   * lack the latest local commits.
   */
  held(name: string): EnvironmentSnapshot | undefined {
    return this.state.get(name);
  }

  private async open(name: string): Promise<void> {
    // Callers choose names, so only existing environments are loaded.
    const isThere = name === NO_ENVIRONMENT || (await this.reader.isEnvironment(name));
    const held = isThere ? name : NO_ENVIRONMENT;
    if (!this.upkeep.serves(held)) await this.upkeep.load(held);
  }
}
