import { TimeSlice } from '../../sandbox/time-slice.js';
import type { EnvironmentChange } from './change.js';
import type { SerializedFeature, SegmentSource } from './serialized-feature.js';
import type { SegmentChange, Segments } from './segments.js';
import { HashBuckets, SetHash, sha256 } from './set-hash.js';
import type { Reading } from './reading.js';

/**
 * Of all states together, so that no two have the same one, not even those of environments that had
 * the same name.
 */
let latestVersion = 0;

type ReadFeatures = ReadonlyMap<string, SerializedFeature | null>;

/** What SDKs are told in one environment. */
export class EnvironmentSnapshot {
  /** Another one after each change: as long as it is the same, everything is. */
  version = ++latestVersion;
  /**
   * Counted up with each change, and no lower than the latest event of the audit log that is taken
   * in: so it is about the same on every instance.
   */
  revision = 0;
  /** The features by their hashes, for whoever hashes some of them. */
  readonly byHash = new HashBuckets<SerializedFeature>();
  private readonly pieces = new Map<string, SerializedFeature>();
  private readonly hashed = new SetHash(this.byHash);
  private sorted?: readonly SerializedFeature[];
  private latestEvent = 0;

  constructor(
    /** The environment; empty for that of callers who name none, in which everything is off. */
    readonly name: string,
    private readonly shared: Segments,
    /** A snapshot, in PostgreSQL's words: whatever is visible in it is taken in. */
    public horizon: string,
  ) {}

  /** Takes note of a reading from which the state is about to be brought up to date. */
  readAs({ snapshot, latestEvent }: Pick<Reading, 'snapshot' | 'latestEvent'>): void {
    this.horizon = snapshot;
    this.latestEvent = Math.max(this.latestEvent, latestEvent);
  }

  /** Stands for all of it: two states with the same one are the same. */
  get hash(): string {
    return sha256(this.hashed.value + this.shared.hash);
  }

  /** The features, oldest first. */
  get features(): readonly SerializedFeature[] {
    return (this.sorted ??= [...this.pieces.values()].sort(
      (a, b) => a.position - b.position || (a.name < b.name ? -1 : 1),
    ));
  }

  feature(name: string): SerializedFeature | undefined {
    return this.pieces.get(name);
  }

  /** All segments there are, also those that no feature uses here. */
  get segments(): SegmentSource {
    return this.shared.byId;
  }

  /** Takes in a complete reading before anybody is served from this state. */
  async fill(reading: Reading): Promise<void> {
    const slice = new TimeSlice();
    for (const [name, piece] of reading.in(this.name)) {
      if (slice.isOver) await slice.pause();
      if (piece && !this.pieces.has(name)) this.put(piece);
    }
    await this.hashed.prepare(slice);
    this.readAs(reading);
    this.revision = this.latestEvent;
  }

  /** Takes out of a reading what it says as this state does. */
  async takeOutKnown(reading: Reading): Promise<void> {
    // Features that are read anew keep their tags, however many are gone: so they must stay in it.
    if (reading.goneTags.length > 0) return;
    const slice = new TimeSlice();
    const read = reading.in(this.name);
    for (const [name, piece] of read) {
      const held = this.pieces.get(name);
      if (piece ? held?.equals(piece) : !held) read.delete(name);
      if (slice.isOver) await slice.pause();
    }
  }

  /**
   * What a complete reading says otherwise than this state, with null for what is not in it any
   * more.
   */
  async differencesFrom(reading: Reading): Promise<Map<string, SerializedFeature | null>> {
    const slice = new TimeSlice();
    const found = new Map<string, SerializedFeature | null>();
    const read = reading.in(this.name);
    for (const [name, piece] of read) {
      if (slice.isOver) await slice.pause();
      const held = this.pieces.get(name);
      if (piece ? !held?.equals(piece) : held) found.set(name, piece);
    }
    for (const name of this.pieces.keys()) if (!read.has(name)) found.set(name, null);
    return found;
  }

  /**
   * The features that carry tags which are gone, without them; those that have been read anew know
   * it already.
   */
  untagged(tags: readonly string[], read: ReadFeatures): Map<string, SerializedFeature> {
    if (tags.length === 0) return new Map();
    const isGone = (tag: string): boolean =>
      tags.some((one) => (one.endsWith(':') ? tag.startsWith(one) : tag === one));
    const found = [...this.pieces]
      .filter(([name]) => !read.has(name))
      .map(([name, piece]) => [name, piece.without(isGone)] as const);
    return new Map(found.filter(([name, piece]) => piece !== this.pieces.get(name)));
  }

  /**
   * Takes in what is otherwise now. The segments have changed already; `from` is the hash from
   * before that.
   * @returns What has changed; nothing when all of it was known.
   */
  apply(
    from: string,
    features: ReadFeatures,
    segments: SegmentChange,
  ): EnvironmentChange | undefined {
    const changed: SerializedFeature[] = [];
    const removed: SerializedFeature[] = [];
    const earlier = new Map<string, SerializedFeature>();
    for (const [name, piece] of features) {
      const before = this.pieces.get(name);
      if (piece ? before?.equals(piece) : !before) continue;
      if (before) this.drop(before);
      if (before && piece) earlier.set(name, before);
      if (piece) changed.push(this.put(piece));
      else removed.push(before!);
      if (!piece) this.pieces.delete(name);
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

  private put(piece: SerializedFeature): SerializedFeature {
    this.byHash.add(piece);
    this.hashed.touch(piece);
    this.pieces.set(piece.name, piece);
    this.sorted = undefined;
    return piece;
  }

  private drop(piece: SerializedFeature): void {
    this.byHash.delete(piece);
    this.hashed.touch(piece);
    this.sorted = undefined;
  }
}
