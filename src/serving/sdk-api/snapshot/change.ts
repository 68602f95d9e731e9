import type { SerializedFeature } from './serialized-feature.js';
import type { SegmentChange } from './segments.js';

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
