import { TimeSlice } from '../../../platform/sandbox/time-slice.js';
import type { SegmentSource, SerializedFeature } from './serialized-feature.js';
import type { SegmentChange, Segments } from './segments.js';
import { HashBuckets, SetHash, sha256 } from './set-hash.js';
import type { Reading } from './snapshot-reader.js';

/** Counts over all states, so that versions are unique even for environments with the same name. */
let latestVersion = 0;

type ReadFeatures = ReadonlyMap<string, SerializedFeature | null>;

/** What SDKs are served in one environment. */
export class EnvironmentSnapshot {
  /** Changes with each change of the content. */
  version = ++latestVersion;
  /**
   * Grows with each change and is at least the latest included event id, so it is similar on all
   * instances.
   */
  revision = 0;
  /** The features by hash, for hashing subsets. */
  readonly byHash = new HashBuckets<SerializedFeature>();
  private readonly byName = new Map<string, SerializedFeature>();
  private readonly hashed = new SetHash(this.byHash);
  private sorted?: readonly SerializedFeature[];
  private latestEvent = 0;

  constructor(
    /** Name of the environment; empty for callers without one, for whom all features are off. */
    readonly name: string,
    private readonly shared: Segments,
    /** PostgreSQL snapshot: everything visible in it is included. */
    public horizon: string,
  ) {}

  /** Records the reading from which the state is about to be updated. */
  readAs({ snapshot, latestEvent }: Pick<Reading, 'snapshot' | 'latestEvent'>): void {
    this.horizon = snapshot;
    this.latestEvent = Math.max(this.latestEvent, latestEvent);
  }

  /** Hash of the whole state. */
  get hash(): string {
    return sha256(this.hashed.value + this.shared.hash);
  }

  /** Features, oldest first. */
  get features(): readonly SerializedFeature[] {
    return (this.sorted ??= [...this.byName.values()].sort(
      (a, b) => a.position - b.position || (a.name < b.name ? -1 : 1),
    ));
  }

  feature(name: string): SerializedFeature | undefined {
    return this.byName.get(name);
  }

  /** All segments, including unused ones. */
  get segments(): SegmentSource {
    return this.shared.byId;
  }

  /** Fills the state with a complete reading before it is served. */
  async fill(reading: Reading): Promise<void> {
    const slice = new TimeSlice();
    for (const [name, serialized] of reading.in(this.name)) {
      if (slice.isOver) await slice.pause();
      if (serialized && !this.byName.has(name)) this.put(serialized);
    }
    await this.hashed.prepare(slice);
    this.readAs(reading);
    this.revision = this.latestEvent;
  }

  /** Removes from a reading what equals this state. */
  async takeOutKnown(reading: Reading): Promise<void> {
    // Features whose tags were deleted must stay in the reading, because they are compared with
    // their old tags.
    if (reading.goneTags.length > 0) return;
    const slice = new TimeSlice();
    const read = reading.in(this.name);
    for (const [name, serialized] of read) {
      const held = this.byName.get(name);
      if (serialized ? held?.equals(serialized) : !held) read.delete(name);
      if (slice.isOver) await slice.pause();
    }
  }

  /** The differences of a complete reading from this state; null for removed features. */
  async differencesFrom(reading: Reading): Promise<Map<string, SerializedFeature | null>> {
    const slice = new TimeSlice();
    const found = new Map<string, SerializedFeature | null>();
    const read = reading.in(this.name);
    for (const [name, serialized] of read) {
      if (slice.isOver) await slice.pause();
      const held = this.byName.get(name);
      if (serialized ? !held?.equals(serialized) : held) found.set(name, serialized);
    }
    for (const name of this.byName.keys()) if (!read.has(name)) found.set(name, null);
    return found;
  }

  /** Features that lose deleted tags and are not in the reading. */
  untagged(tags: readonly string[], read: ReadFeatures): Map<string, SerializedFeature> {
    if (tags.length === 0) return new Map();
    const isGone = (tag: string): boolean =>
      tags.some((one) => (one.endsWith(':') ? tag.startsWith(one) : tag === one));
    const found = [...this.byName]
      .filter(([name]) => !read.has(name))
      .map(([name, serialized]) => [name, serialized.without(isGone)] as const);
    return new Map(found.filter(([name, serialized]) => serialized !== this.byName.get(name)));
  }

  /**
   * Applies changes. Segments have already changed; `from` is the hash before that.
   * @returns The changes; undefined when there were none.
   */
  apply(
    from: string,
    features: ReadFeatures,
    segments: SegmentChange,
  ): EnvironmentChange | undefined {
    const changed: SerializedFeature[] = [];
    const removed: SerializedFeature[] = [];
    const earlier = new Map<string, SerializedFeature>();
    for (const [name, serialized] of features) {
      const before = this.byName.get(name);
      if (serialized ? before?.equals(serialized) : !before) continue;
      if (before) this.drop(before);
      if (before && serialized) earlier.set(name, before);
      if (serialized) changed.push(this.put(serialized));
      else removed.push(before!);
      if (!serialized) this.byName.delete(name);
    }
    if (changed.length + removed.length + segments.changed.length + segments.removed.length === 0)
      return undefined;
    this.version = ++latestVersion;
    this.revision = Math.max(this.revision + 1, this.latestEvent);
    return {
      environment: this.name,
      from,
      to: this.hash,
      features: { changed, removed, before: earlier },
      segments,
    };
  }

  private put(serialized: SerializedFeature): SerializedFeature {
    this.byHash.add(serialized);
    this.hashed.touch(serialized);
    this.byName.set(serialized.name, serialized);
    this.sorted = undefined;
    return serialized;
  }

  private drop(serialized: SerializedFeature): void {
    this.byHash.delete(serialized);
    this.hashed.touch(serialized);
    this.sorted = undefined;
  }
}

/** The changes of an environment between two states. */
export interface EnvironmentChange {
  readonly environment: string;
  /** Hashes of the state before and after. */
  readonly from: string;
  readonly to: string;
  readonly features: {
    /** New and changed features. */
    readonly changed: readonly SerializedFeature[];
    /** Removed features, as they were. */
    readonly removed: readonly SerializedFeature[];
    /** Previous versions of changed features by name; without new ones. */
    readonly before: ReadonlyMap<string, SerializedFeature>;
  };
  /** Changes of segments, which all environments share, whether used here or not. */
  readonly segments: SegmentChange;
}
