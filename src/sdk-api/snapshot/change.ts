import type { SerializedFeature } from './serialized-feature.js';
import type { SegmentChange } from './segments.js';

/** What has changed in an environment from one state of it to the next. */
export interface EnvironmentChange {
  readonly environment: string;
  /** Digests of the state before and after. */
  readonly from: string;
  readonly to: string;
  readonly features: {
    /** New ones, and those that are otherwise than before. */
    readonly changed: readonly SerializedFeature[];
    /** As they were. */
    readonly removed: readonly SerializedFeature[];
    /** What the changed ones were before, by name; new ones are not in it. */
    readonly before: ReadonlyMap<string, SerializedFeature>;
  };
  /** Segments are shared: also those that no feature uses here. */
  readonly segments: SegmentChange;
}
