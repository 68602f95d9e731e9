import type { ClientFeature, ClientSegment, ClientStrategy } from '../client-features.js';
import { type Hashed, sha256 } from './set-hash.js';

/** A part of what SDKs are told, ready to be sent. It never changes: a change is another piece. */
class Piece<T> implements Hashed {
  /** SHA-256 of the JSON. */
  readonly hash: string;
  private parsed?: T;

  /** @param json In UTF-8. */
  constructor(readonly json: Buffer) {
    this.hash = sha256(json);
  }

  /** Whether {@link value} is there already. */
  get isParsed(): boolean {
    return this.parsed !== undefined;
  }

  /** The same as an object, which is not to be changed: everybody gets the same one. */
  get value(): T {
    return (this.parsed ??= JSON.parse(this.json.toString()) as T);
  }
}

/** A segment. */
export class SerializedSegment extends Piece<ClientSegment> {
  constructor(
    readonly id: number,
    text: string,
  ) {
    super(compact(JSON.parse(text)));
  }
}

/** How segments are looked up. */
export type SegmentSource = ReadonlyMap<number, SerializedSegment>;

/**
 * Holds for nobody. It stands for a segment that is not known: to leave that out would let
 * everybody through.
 */
const NEVER = { contextName: 'userId', operator: 'IN', values: [] };

/** A feature as it stands in one environment. */
export class SerializedFeature extends Piece<ClientFeature> {
  readonly project: string;
  /** Ids of the segments that its strategies use, each once. */
  readonly segments: readonly number[];
  private inlined?: { of: readonly (SerializedSegment | undefined)[]; json: Buffer };

  constructor(
    readonly name: string,
    text: string,
    /** When it was created, in microseconds since 1970: features are sent by age. */
    readonly position: number,
    /** As `type:value`. */
    readonly tags: readonly string[],
  ) {
    const value = JSON.parse(text) as ClientFeature;
    super(compact(value));
    this.project = value.project;
    this.segments = [...new Set(value.strategies.flatMap((strategy) => strategy.segments ?? []))];
  }

  /** The same feature without some of its tags, or itself when it has none of them. */
  without(isGone: (tag: string) => boolean): SerializedFeature {
    if (!this.tags.some(isGone)) return this;
    const left = this.tags.filter((tag) => !isGone(tag));
    return new SerializedFeature(this.name, this.json.toString(), this.position, left);
  }

  /** Whether somebody who asks for either gets the same, whatever the filters. */
  equals(other: SerializedFeature): boolean {
    return (
      this.hash === other.hash &&
      this.position === other.position &&
      this.tags.length === other.tags.length &&
      this.tags.every((tag, n) => tag === other.tags[n])
    );
  }

  /**
   * For SDKs that know nothing of segments: their constraints stand among those of the strategies.
   */
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

/** As short as JSON can be: PostgreSQL writes blanks into it. */
function compact(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
