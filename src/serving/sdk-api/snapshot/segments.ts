import type { SerializedSegment, SegmentSource } from './serialized-feature.js';
import { hashOfAll } from './set-hash.js';

/** Changes of segments. */
export interface SegmentChange {
  /** New and changed segments. */
  readonly changed: readonly SerializedSegment[];
  /** Ids of deleted segments. */
  readonly removed: readonly number[];
}

/** All segments, shared by all environments. */
export class Segments {
  private readonly stored = new Map<number, SerializedSegment>();
  private hashed?: string;

  /** Hash of all segments, independent of order. */
  get hash(): string {
    return (this.hashed ??= hashOfAll([...this.stored.values()].sort((a, b) => a.id - b.id)));
  }

  get byId(): SegmentSource {
    return this.stored;
  }

  /** Applies changes. `complete`: segments that are missing were deleted. */
  apply(
    read: ReadonlyMap<number, SerializedSegment | null>,
    { complete }: { complete: boolean },
  ): SegmentChange {
    const changed: SerializedSegment[] = [];
    const removed: number[] = [];
    for (const [id, serialized] of read) {
      const before = this.stored.get(id);
      if (serialized ? before?.hash === serialized.hash : !before) continue;
      if (serialized) this.put(serialized, changed);
      else this.drop(id, removed);
    }
    if (!complete) return { changed, removed };
    for (const id of [...this.stored.keys()]) if (!read.has(id)) this.drop(id, removed);
    return { changed, removed };
  }

  private put(serialized: SerializedSegment, changed: SerializedSegment[]): void {
    this.hashed = undefined;
    this.stored.set(serialized.id, serialized);
    changed.push(serialized);
  }

  private drop(id: number, removed: number[]): void {
    this.hashed = undefined;
    this.stored.delete(id);
    removed.push(id);
  }
}
