import type { FeaturePiece } from './piece.js';
import type { SegmentChange } from './segments.js';

/** What has changed in an environment from one state of it to the next. */
export interface EnvironmentChange {
  readonly environment: string;
  /** Digests of the state before and after. */
  readonly from: string;
  readonly to: string;
  readonly features: {
    /** New ones, and those that are otherwise than before. */
    readonly changed: readonly FeaturePiece[];
    /** As they were. */
    readonly removed: readonly FeaturePiece[];
  };
  /** Segments are shared: also those that no feature uses here. */
  readonly segments: SegmentChange;
}

/** How many changes of an environment are remembered. */
const REMEMBERED = 500;

/** The latest changes of an environment. */
export class ChangeLog {
  private readonly changes: EnvironmentChange[] = [];

  add(change: EnvironmentChange): void {
    this.changes.push(change);
    if (this.changes.length > REMEMBERED) this.changes.shift();
  }

  /** All changes since a state, oldest first; `undefined` when it is too long ago, or was never. What is as before has an empty list. */
  since(digest: string): readonly EnvironmentChange[] | undefined {
    if (this.changes.at(-1)?.to === digest) return [];
    const first = this.changes.findLastIndex((change) => change.from === digest);
    return first === -1 ? undefined : this.changes.slice(first);
  }
}
