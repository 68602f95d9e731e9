import type { SerializedSegment, SegmentSource } from './serialized-feature.js';
import { hashOfAll } from './set-hash.js';

/** What has changed among segments. */
export interface SegmentChange {
  /** New ones, and those that are otherwise than before. */
  readonly changed: readonly SerializedSegment[];
  /** Ids of those that are gone. */
  readonly removed: readonly number[];
}

/** All segments: environments share them. */
export class Segments {
  private readonly pieces = new Map<number, SerializedSegment>();
  private hashed?: string;

  /** Hash of all of them, whatever their order. */
  get hash(): string {
    return (this.hashed ??= hashOfAll([...this.pieces.values()].sort((a, b) => a.id - b.id)));
  }

  get byId(): SegmentSource {
    return this.pieces;
  }

  /** Takes in what is otherwise now. `complete`: whatever is not in it is gone. */
  apply(
    read: ReadonlyMap<number, SerializedSegment | null>,
    { complete }: { complete: boolean },
  ): SegmentChange {
    const changed: SerializedSegment[] = [];
    const removed: number[] = [];
    for (const [id, piece] of read) {
      const before = this.pieces.get(id);
      if (piece ? before?.hash === piece.hash : !before) continue;
      if (piece) this.put(piece, changed);
      else this.drop(id, removed);
    }
    if (!complete) return { changed, removed };
    for (const id of [...this.pieces.keys()]) if (!read.has(id)) this.drop(id, removed);
    return { changed, removed };
  }

  private put(piece: SerializedSegment, changed: SerializedSegment[]): void {
    this.hashed = undefined;
    this.pieces.set(piece.id, piece);
    changed.push(piece);
  }

  private drop(id: number, removed: number[]): void {
    this.hashed = undefined;
    this.pieces.delete(id);
    removed.push(id);
  }
}
