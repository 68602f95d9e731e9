import type { ClientFeature, ClientSegment, ClientStrategy } from '../client-features.js';
import { type Hashed, sha256 } from './set-hash.js';

/** Immutable serialised JSON with its hash. */
class SerializedJson<T> implements Hashed {
  /** SHA-256 of the JSON. */
  readonly hash: string;
  private parsed?: T;

  /** @param json In UTF-8. */
  constructor(readonly json: Buffer) {
    this.hash = sha256(json);
  }

  /** Whether {@link value} is already parsed. */
  get isParsed(): boolean {
    return this.parsed !== undefined;
  }

  /** The parsed JSON; shared, do not modify. */
  get value(): T {
    return (this.parsed ??= JSON.parse(this.json.toString()) as T);
  }
}

/** A serialised segment. */
export class SerializedSegment extends SerializedJson<ClientSegment> {
  constructor(
    readonly id: number,
    text: string,
  ) {
    super(compact(JSON.parse(text)));
  }
}

/** Provides segments by id. */
export type SegmentSource = ReadonlyMap<number, SerializedSegment>;

/**
 * A constraint that never matches, in place of an unknown segment: omitting it would let everybody
 * through.
 */
const NEVER = { contextName: 'userId', operator: 'IN', values: [] };

/** A feature in one environment. */
export class SerializedFeature extends SerializedJson<ClientFeature> {
  readonly project: string;
  /** Ids of the segments that its strategies use, without duplicates. */
  readonly segments: readonly number[];
  private inlined?: { of: readonly (SerializedSegment | undefined)[]; json: Buffer };

  constructor(
    readonly name: string,
    text: string,
    /** Creation time in microseconds since 1970; features are sent oldest first. */
    readonly position: number,
    /** As `type:value`. */
    readonly tags: readonly string[],
  ) {
    const value = JSON.parse(text) as ClientFeature;
    super(compact(value));
    this.project = value.project;
    this.segments = [...new Set(value.strategies.flatMap((strategy) => strategy.segments ?? []))];
  }

  /** The feature without the matching tags, or itself when it has none. */
  without(isGone: (tag: string) => boolean): SerializedFeature {
    if (!this.tags.some(isGone)) return this;
    const left = this.tags.filter((tag) => !isGone(tag));
    return new SerializedFeature(this.name, this.json.toString(), this.position, left);
  }

  /** Whether both are the same for every query. */
  equals(other: SerializedFeature): boolean {
    return (
      this.hash === other.hash &&
      this.position === other.position &&
      this.tags.length === other.tags.length &&
      this.tags.every((tag, n) => tag === other.tags[n])
    );
  }

  /** The feature with inlined constraints of segments, for SDKs without support for segments. */
  inline(segments: SegmentSource): Buffer {
    if (this.segments.length === 0) return this.json;
    const used = this.segments.map((id) => segments.get(id));
    if (!this.inlined || this.inlined.of.some((segment, n) => segment !== used[n])) {
      this.inlined = {
        of: used,
        json: compact({
          ...this.value,
          strategies: this.value.strategies.map((one) => spelledOut(one, segments)),
        }),
      };
    }
    return this.inlined.json;
  }
}

function spelledOut(
  { segments: ids = [], ...strategy }: ClientStrategy,
  segments: SegmentSource,
): ClientStrategy {
  const more = ids.flatMap((id) => segments.get(id)?.value.constraints ?? [NEVER]);
  return more.length === 0
    ? strategy
    : { ...strategy, constraints: [...strategy.constraints, ...more] };
}

/** JSON without the blanks that PostgreSQL inserts. */
function compact(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
