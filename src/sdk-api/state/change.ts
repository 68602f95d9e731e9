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
    /** What the changed ones were before, by name; new ones are not in it. */
    readonly before: ReadonlyMap<string, FeaturePiece>;
  };
  /** Segments are shared: also those that no feature uses here. */
  readonly segments: SegmentChange;
}
