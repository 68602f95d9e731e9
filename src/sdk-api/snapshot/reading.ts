import type { SerializedFeature, SerializedSegment } from './serialized-feature.js';

/** What was read at one moment, in one snapshot. */
export class Reading {
  /** Segments, by id; null for one that is not any more. */
  readonly segments = new Map<number, SerializedSegment | null>();
  /** Tags that are gone, as `type:value`, or `type:` for all of the type. */
  goneTags: string[] = [];
  /** Environments that are gone. */
  goneEnvironments: string[] = [];
  private readonly features = new Map<string, Map<string, SerializedFeature | null>>();

  constructor(
    /** The snapshot, in PostgreSQL's words: whoever reads on from it misses nothing. */
    public snapshot: string,
    /**
     * The highest id of the events that were read, or of all, if everything was; 0 when there was
     * none.
     */
    public latestEvent = 0,
    /**
     * Whether changes cannot be followed from where they were to be read: everything has to be read
     * anew.
     */
    readonly isBroken = false,
  ) {}

  /** Features in an environment, by name; null for one that is not, or not any more. */
  in(environment: string): Map<string, SerializedFeature | null> {
    const found = this.features.get(environment) ?? new Map<string, SerializedFeature | null>();
    this.features.set(environment, found);
    return found;
  }

  /** Takes in a later reading of what has changed since this one. */
  follow(later: Reading): void {
    const isGone = (tag: string): boolean =>
      later.goneTags.some((one) => (one.endsWith(':') ? tag.startsWith(one) : tag === one));
    if (later.goneTags.length > 0)
      for (const pieces of this.features.values())
        for (const [name, piece] of pieces) if (piece) pieces.set(name, piece.without(isGone));
    for (const [environment, pieces] of later.features) {
      const own = this.in(environment);
      for (const [name, piece] of pieces) own.set(name, piece);
    }
    for (const [id, segment] of later.segments) this.segments.set(id, segment);
    this.goneTags = this.goneTags.concat(later.goneTags);
    this.goneEnvironments = this.goneEnvironments.concat(later.goneEnvironments);
    this.snapshot = later.snapshot;
    this.latestEvent = Math.max(this.latestEvent, later.latestEvent);
  }
}
