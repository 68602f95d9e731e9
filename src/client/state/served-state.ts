import { Injectable, Logger } from '@nestjs/common';
import type { EnvironmentChange } from './change.js';
import { EnvironmentState } from './environment-state.js';
import { type SegmentChange, Segments } from './segments.js';
import type { Reading } from './state-reader.js';

/** Is told what has changed, after it has changed. It must not take long. */
export type ChangeListener = (change: EnvironmentChange) => void;

const NO_SEGMENTS: SegmentChange = { changed: [], removed: [] };

/** Environments that this instance was asked for, as of one snapshot. Changes are taken in at once, so nobody ever sees half of one. */
@Injectable()
export class ServedState {
  private readonly log = new Logger(ServedState.name);
  private readonly environments = new Map<string, EnvironmentState>();
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

  get(environment: string): EnvironmentState | undefined {
    return this.environments.get(environment);
  }

  listen(listener: ChangeListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /**
   * Takes in an environment that is held, read anew. `isLast`: so are all others by now. Until then segments that are gone stay: others, which were read
   * before, may still use them.
   */
  replace(environment: string, reading: Reading, { isLast }: { isLast: boolean }): void {
    this.environments.get(environment)?.readAs(reading);
    const states = [...this.environments.values()];
    const hashes = states.map((state) => state.hash);
    const segments = this.segments.apply(reading.segments, { complete: isLast });
    const changes = states.map((state, n) => {
      const features = state.name === environment ? state.completed(reading.in(environment)) : new Map<string, null>();
      return state.apply(hashes[n]!, features, segments);
    });
    this.tell(changes);
  }

  /** From which snapshot to read on: one that is no newer than any of the environments. */
  readOnFrom(snapshot: string): void {
    this.since = snapshot;
  }

  /** Takes in an environment that was not held. */
  add(environment: string, reading: Reading): void {
    const others = [...this.environments.values()];
    const hashes = others.map((state) => state.hash);
    const segments = this.segments.apply(reading.segments, { complete: false });
    const changes = others.map((state, n) => state.apply(hashes[n]!, new Map(), segments));
    const state = new EnvironmentState(environment, this.segments, reading.snapshot);
    state.readAs(reading);
    state.apply(state.hash, reading.in(environment), NO_SEGMENTS);
    this.environments.set(environment, state);
    this.since ??= reading.snapshot;
    this.tell(changes);
  }

  /** Takes in what has changed since {@link snapshot}. */
  update(reading: Reading): void {
    for (const name of reading.goneEnvironments) this.environments.delete(name);
    const states = [...this.environments.values()];
    for (const state of states) state.readAs(reading);
    const hashes = states.map((state) => state.hash);
    const segments = this.segments.apply(reading.segments, { complete: false });
    const changes = states.map((state, n) => {
      const read = reading.in(state.name);
      return state.apply(hashes[n]!, new Map([...read, ...state.untagged(reading.goneTags, read)]), segments);
    });
    this.since = reading.snapshot;
    this.tell(changes);
  }

  private tell(changes: readonly (EnvironmentChange | undefined)[]): void {
    for (const change of changes) {
      for (const listener of change ? this.listeners : []) {
        try {
          listener(change!);
        } catch (error) {
          this.log.error({ err: error }, 'A listener failed to take in a change of what SDKs are told.');
        }
      }
    }
  }
}
