import { Injectable } from '@nestjs/common';
import type { EnvironmentSnapshot } from './environment-snapshot.js';
import { type EvaluableFeatures, EvaluableCache } from './evaluable-cache.js';
import { withTimeout } from '../../database/with-timeout.js';
import { type ChangeListener, SnapshotStore } from './snapshot-store.js';
import { SnapshotReader } from './snapshot-reader.js';
import { SnapshotRefresher } from './snapshot-refresher.js';

/** The name of no environment: in it everything is off. */
export const NO_ENVIRONMENT = '';
/** How long a caller waits for an environment that is not held yet. */
const PATIENCE_MS = 10_000;

/**
 * Features as SDKs are told them, from memory. What has been committed on this instance is in every
 * answer that is asked for afterwards; what others have committed is within a fraction of a second,
 * or a few seconds when an announcement got lost. While the database cannot be reached the last
 * known state is answered for environments that were asked for before, with its age.
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
   * The state of an environment; one that does not exist is as {@link NO_ENVIRONMENT}. It is up to
   * date until the caller waits for something.
   * @throws DatabaseUnavailableError when it is asked for the first time, and the database is away.
   * @throws SnapshotNotFreshError when the database can be reached, but changes cannot be read in
   * time.
   */
  async environment(name: string): Promise<EnvironmentSnapshot> {
    if (!this.upkeep.serves(name)) await withTimeout(PATIENCE_MS, this.open(name));
    await this.upkeep.whenFresh();
    return (
      this.state.get(name) ?? this.state.get(NO_ENVIRONMENT) ?? this.environment(NO_ENVIRONMENT)
    );
  }

  /**
   * What evaluating takes: the same object as long as nothing has changed in the environment, so
   * that evaluators can be kept by it.
   * @param projects Ids; undefined for all. @throws DatabaseUnavailableError as
   * {@link environment}.
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

  /**
   * For how many seconds what is answered has been old, if it is: while PostgreSQL cannot be
   * reached.
   */
  get staleSeconds(): number | undefined {
    return this.upkeep.staleSeconds;
  }

  /**
   * Tells of every change in environments that were asked for, right after it. @returns How to stop
   * that.
   */
  subscribe(listener: ChangeListener): () => void {
    return this.state.listen(listener);
  }

  /**
   * What is held of an environment; `undefined` when nothing is. It may lack what was committed on
   * this instance just now.
   */
  held(name: string): EnvironmentSnapshot | undefined {
    return this.state.get(name);
  }

  private async open(name: string): Promise<void> {
    // Names come from callers: only those of environments are held.
    const isThere = name === NO_ENVIRONMENT || (await this.reader.isEnvironment(name));
    const held = isThere ? name : NO_ENVIRONMENT;
    if (!this.upkeep.serves(held)) await this.upkeep.load(held);
  }
}
