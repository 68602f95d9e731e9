import type { SerializedFeature, SerializedSegment } from './serialized-feature.js';

/** Data read in one database snapshot. */
export class Reading {
  /** Segments by id; null for deleted ones. */
  readonly segments = new Map<number, SerializedSegment | null>();
  /** Deleted tags as `type:value`, or `type:` for a whole type. */
  goneTags: string[] = [];
  /** Deleted environments. */
  goneEnvironments: string[] = [];
  private readonly features = new Map<string, Map<string, SerializedFeature | null>>();

  constructor(
    /** The PostgreSQL snapshot; reading on from it misses nothing. */
    public snapshot: string,
    /**
     * Highest event id that was read, or of all events for a complete reading; 0 when there was
     * none.
     */
    public latestEvent = 0,
    /** Whether changes cannot be determined, so that everything must be loaded again. */
    readonly isBroken = false,
  ) {}

  /** Features of an environment by name; null for missing ones. */
  in(environment: string): Map<string, SerializedFeature | null> {
    const found = this.features.get(environment) ?? new Map<string, SerializedFeature | null>();
    this.features.set(environment, found);
    return found;
  }

  /** Merges a later reading of changes. */
  follow(later: Reading): void {
    const isGone = (tag: string): boolean =>
      later.goneTags.some((one) => (one.endsWith(':') ? tag.startsWith(one) : tag === one));
    if (later.goneTags.length > 0)
      for (const features of this.features.values())
        for (const [name, serialized] of features)
          if (serialized) features.set(name, serialized.without(isGone));
    for (const [environment, features] of later.features) {
      const own = this.in(environment);
      for (const [name, piece] of features) own.set(name, piece);
    }
    for (const [id, segment] of later.segments) this.segments.set(id, segment);
    this.goneTags = this.goneTags.concat(later.goneTags);
    this.goneEnvironments = this.goneEnvironments.concat(later.goneEnvironments);
    this.snapshot = later.snapshot;
    this.latestEvent = Math.max(this.latestEvent, later.latestEvent);
  }
}
