import { Digest } from './digest.js';
import type { SegmentPiece, SegmentSource } from './piece.js';

/** What has changed among segments. */
export interface SegmentChange {
  /** New ones, and those that are otherwise than before. */
  readonly changed: readonly SegmentPiece[];
  /** Ids of those that are gone. */
  readonly removed: readonly number[];
}

/** All segments: environments share them. */
export class Segments {
  readonly digest = new Digest();
  private readonly pieces = new Map<number, SegmentPiece>();

  get byId(): SegmentSource {
    return this.pieces;
  }

  /** Takes in what is otherwise now. `complete`: whatever is not in it is gone. */
  apply(read: ReadonlyMap<number, SegmentPiece | null>, { complete }: { complete: boolean }): SegmentChange {
    const changed: SegmentPiece[] = [];
    const removed: number[] = [];
    for (const [id, piece] of read) {
      const before = this.pieces.get(id);
      if (piece ? before?.digest.equals(piece.digest) : !before) continue;
      if (before) this.digest.subtract(before.digest);
      if (piece) this.put(piece, changed);
      else this.drop(id, removed);
    }
    if (!complete) return { changed, removed };
    for (const [id, piece] of this.pieces) {
      if (read.has(id)) continue;
      this.digest.subtract(piece.digest);
      this.drop(id, removed);
    }
    return { changed, removed };
  }

  private put(piece: SegmentPiece, changed: SegmentPiece[]): void {
    this.digest.add(piece.digest);
    this.pieces.set(piece.id, piece);
    changed.push(piece);
  }

  private drop(id: number, removed: number[]): void {
    this.pieces.delete(id);
    removed.push(id);
  }
}
