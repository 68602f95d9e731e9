import { hash } from 'node:crypto';
import type { TimeSlice } from '../../../platform/sandbox/time-slice.js';

/** Something with a content hash of 64 hexadecimal digits. */
export interface Hashed {
  readonly hash: string;
}

const BUCKETS = 256;
const HASH_BYTES = 32;

/** SHA-256 as 64 hexadecimal digits. */
export function sha256(content: Buffer | string): string {
  return hash('sha256', content);
}

/** Members of a set, grouped by the first byte of their hashes. */
export class HashBuckets<T extends Hashed> {
  private readonly buckets = Array.from({ length: BUCKETS }, () => new Set<T>());
  private readonly sorted: (readonly T[] | undefined)[] = [];

  /** Adds a member. */
  add(member: T): void {
    const bucket = bucketOf(member);
    this.buckets[bucket]!.add(member);
    this.sorted[bucket] = undefined;
  }

  /** Removes a member. */
  delete(member: T): void {
    const bucket = bucketOf(member);
    this.buckets[bucket]!.delete(member);
    this.sorted[bucket] = undefined;
  }

  /** Members of a bucket, sorted by hash. */
  in(bucket: number): readonly T[] {
    return (this.sorted[bucket] ??= [...this.buckets[bucket]!].sort((a, b) =>
      a.hash < b.hash ? -1 : 1,
    ));
  }
}

/**
 * Hash of a set that is updated at a cost proportional to the changes: a two-level tree of SHA-256.
 * A leaf hashes the sorted hashes of a bucket, the root hashes all leaves. Equal sets have equal
 * hashes regardless of their history; anything else would be a collision of SHA-256. See ADR 17.
 */
export class SetHash<T extends Hashed> {
  private readonly leaves = Buffer.alloc(BUCKETS * HASH_BYTES);
  private readonly outdated = new Set<number>(
    Array.from({ length: BUCKETS }, (_, bucket) => bucket),
  );
  private root = '';

  /** @param includes Selects the members of the buckets that belong to the set. */
  constructor(
    private readonly members: HashBuckets<T>,
    private readonly includes: (member: T) => boolean = () => true,
  ) {}

  /** Marks the leaf of an added or removed member as outdated. */
  touch(member: T): void {
    this.outdated.add(bucketOf(member));
  }

  /** Updates leaves in slices of time. Later changes are included when {@link value} is read. */
  async prepare(slice: TimeSlice): Promise<void> {
    for (const bucket of [...this.outdated]) {
      this.update(bucket);
      if (slice.isOver) await slice.pause();
    }
  }

  /** 64 hexadecimal digits. */
  get value(): string {
    if (this.outdated.size > 0) this.root = '';
    for (const bucket of this.outdated) this.update(bucket);
    return (this.root ||= sha256(this.leaves));
  }

  private update(bucket: number): void {
    this.outdated.delete(bucket);
    this.root = '';
    this.leaves.write(
      hashOfAll(this.members.in(bucket).filter(this.includes)),
      bucket * HASH_BYTES,
      'hex',
    );
  }
}

/** Hash of a list: of the hashes of its members in order. */
export function hashOfAll(members: readonly Hashed[]): string {
  return sha256(Buffer.from(members.map((member) => member.hash).join(''), 'hex'));
}

function bucketOf({ hash: digits }: Hashed): number {
  return parseInt(digits.slice(0, 2), 16);
}
