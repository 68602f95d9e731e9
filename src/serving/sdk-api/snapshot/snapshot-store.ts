import { Injectable, Logger } from '@nestjs/common';
import { type EnvironmentChange, EnvironmentSnapshot } from './environment-snapshot.js';
import type { SerializedFeature } from './serialized-feature.js';
import { type SegmentChange, Segments } from './segments.js';
import type { Reading } from './snapshot-reader.js';

/** Called after each change with the changes. Must return quickly. */
export type ChangeListener = (change: EnvironmentChange) => void;

/** A loaded environment that is to be served from the next reading on. */
interface JoiningEnvironment {
  readonly state: EnvironmentSnapshot;
  /** All segments; absent when the current ones are known to be correct. */
  readonly segments?: Reading['segments'];
  /** Differences from the currently loaded environment; absent when it is not loaded. */
  readonly differences?: ReadonlyMap<string, SerializedFeature | null>;
}

/**
 * The loaded environments, as of one snapshot. Changes are applied synchronously, so nobody sees
 * half of one.
 */
@Injectable()
export class SnapshotStore {
  private readonly log = new Logger(SnapshotStore.name);
  private readonly environments = new Map<string, EnvironmentSnapshot>();
  private readonly segments = new Segments();
  private readonly listeners = new Set<ChangeListener>();
  /** The snapshot to read on from. Every environment is at least as new. */
  private since?: string;

  /** Names of the loaded environments. */
  get held(): readonly string[] {
    return [...this.environments.keys()];
  }

  get snapshot(): string | undefined {
    return this.since;
  }

  /** A loaded environment. */
  get(environment: string): EnvironmentSnapshot | undefined {
    return this.environments.get(environment);
  }

  listen(listener: ChangeListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Sets the snapshot to read on from. */
  readOnFrom(snapshot: string): void {
    this.since = snapshot;
  }

  /** Prepares a loaded environment, which is served after it was passed to {@link update}. */
  async prepare(reading: Reading, environment: string): Promise<EnvironmentSnapshot> {
    const state = new EnvironmentSnapshot(environment, this.segments, reading.snapshot);
    await state.fill(reading);
    return state;
  }

  /**
   * Removes known content from a reading, in slices of time, so that applying the rest is quick.
   */
  async takeOutKnown(reading: Reading): Promise<void> {
    for (const state of this.environments.values()) await state.takeOutKnown(reading);
  }

  /**
   * Applies the changes since {@link snapshot}, and adds an environment that was loaded since, as
   * of the same reading.
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
            'A listener failed to process a change of the features for SDKs.',
          );
        }
      }
    }
  }
}
