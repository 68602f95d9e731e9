import { Injectable, Logger } from '@nestjs/common';
import type { EnvironmentChange } from './change.js';
import { EnvironmentSnapshot } from './environment-snapshot.js';
import type { SerializedFeature } from './serialized-feature.js';
import { type SegmentChange, Segments } from './segments.js';
import type { Reading } from './reading.js';

/** Is told what has changed, after it has changed. It must not take long. */
export type ChangeListener = (change: EnvironmentChange) => void;

/** An environment that was read as a whole, and is to be served from the next reading on. */
export interface JoiningEnvironment {
  readonly state: EnvironmentSnapshot;
  /** Every segment there is; absent where those that are held are known to be right. */
  readonly segments?: Reading['segments'];
  /** What is otherwise in an environment that is held already; absent for one that is not. */
  readonly differences?: ReadonlyMap<string, SerializedFeature | null>;
}

/**
 * Environments that this instance was asked for, as of one snapshot. Changes are taken in at once,
 * so nobody ever sees half of one.
 */
@Injectable()
export class SnapshotStore {
  private readonly log = new Logger(SnapshotStore.name);
  private readonly environments = new Map<string, EnvironmentSnapshot>();
  private readonly segments = new Segments();
  private readonly listeners = new Set<ChangeListener>();
  /** The snapshot from which to read on. All environments are as new as it, or newer. */
  private since?: string;

  /** The environments that are held. */
  get held(): readonly string[] {
    return [...this.environments.keys()];
  }

  get snapshot(): string | undefined {
    return this.since;
  }

  get(environment: string): EnvironmentSnapshot | undefined {
    return this.environments.get(environment);
  }

  listen(listener: ChangeListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** From which snapshot to read on. */
  readOnFrom(snapshot: string): void {
    this.since = snapshot;
  }

  /**
   * An environment that was read as a whole. Nobody is served from it until it joins the others by
   * {@link update}.
   */
  async prepare(reading: Reading, environment: string): Promise<EnvironmentSnapshot> {
    const state = new EnvironmentSnapshot(environment, this.segments, reading.snapshot);
    await state.fill(reading);
    return state;
  }

  /**
   * Takes out of a reading what is known already, in slices: so that taking in the rest takes no
   * longer than it must.
   */
  async takeOutKnown(reading: Reading): Promise<void> {
    for (const state of this.environments.values()) await state.takeOutKnown(reading);
  }

  /**
   * Takes in what has changed since {@link snapshot}, and an environment that was read since, as it
   * is in the same reading.
   */
  update(reading: Reading, joining?: JoiningEnvironment): void {
    for (const name of reading.goneEnvironments) this.environments.delete(name);
    const isNew = joining !== undefined && joining.differences === undefined;
    const states = [...this.environments.values(), ...(isNew ? [joining.state] : [])];
    for (const state of states) state.readAs(reading);
    const hashes = states.map((state) => state.hash);
    const segments = this.takeInSegments(reading, joining);
    const changes = states.map((state, n) => {
      const read = new Map([
        ...(state === joining?.state ? (joining.differences ?? []) : []),
        ...reading.in(state.name),
      ]);
      return state.apply(
        hashes[n]!,
        new Map([...read, ...state.untagged(reading.goneTags, read)]),
        segments,
      );
    });
    if (isNew) this.environments.set(joining.state.name, joining.state);
    this.since = reading.snapshot;
    this.tell(changes);
  }

  private takeInSegments(reading: Reading, joining: JoiningEnvironment | undefined): SegmentChange {
    if (!joining?.segments) return this.segments.apply(reading.segments, { complete: false });
    return this.segments.apply(new Map([...joining.segments, ...reading.segments]), {
      complete: true,
    });
  }

  private tell(changes: readonly (EnvironmentChange | undefined)[]): void {
    for (const change of changes) {
      for (const listener of change ? this.listeners : []) {
        try {
          listener(change!);
        } catch (error) {
          this.log.error(
            { err: error },
            'A listener failed to take in a change of what SDKs are told.',
          );
        }
      }
    }
  }
}
