import { hash } from 'node:crypto';
import type { TimeSlice } from '../../sandbox/time-slice.js';

/** Something that has a hash of its content, as 64 hexadecimal digits. */
export interface Hashed {
  readonly hash: string;
}

const BUCKETS = 256;
const HASH_BYTES = 32;

/** SHA-256 as 64 hexadecimal digits. */
export function sha256(content: Buffer | string): string {
  return hash('sha256', content);
}

/** The members of a set, by the first byte of their hashes. */
export class HashBuckets<T extends Hashed> {
  private readonly buckets = Array.from({ length: BUCKETS }, () => new Set<T>());
  private readonly sorted: (readonly T[] | undefined)[] = [];

  add(member: T): void {
    const bucket = bucketOf(member);
    this.buckets[bucket]!.add(member);
    this.sorted[bucket] = undefined;
  }

  delete(member: T): void {
    const bucket = bucketOf(member);
    this.buckets[bucket]!.delete(member);
    this.sorted[bucket] = undefined;
  }

  /** The members of a bucket in the order of their hashes. */
  in(bucket: number): readonly T[] {
    return (this.sorted[bucket] ??= [...this.buckets[bucket]!].sort((a, b) =>
      a.hash < b.hash ? -1 : 1,
    ));
  }
}

/**
 * Hash of a set that is kept up to date at the cost of what has changed: a tree of SHA-256 of two
 * levels. A leaf is the hash of the sorted hashes of a bucket, the root is the hash of all leaves.
 * The same members have the same hash, whatever their history; different members with the same hash
 * are a collision of SHA-256. See ADR 17.
 */
export class SetHash<T extends Hashed> {
  private readonly leaves = Buffer.alloc(BUCKETS * HASH_BYTES);
  private readonly outdated = new Set<number>(
    Array.from({ length: BUCKETS }, (_, bucket) => bucket),
  );
  private root = '';

  /** @param includes Which members of the buckets belong to the set. */
  constructor(
    private readonly members: HashBuckets<T>,
    private readonly includes: (member: T) => boolean = () => true,
  ) {}

  /** Notes that a member has come or gone. */
  touch(member: T): void {
    this.outdated.add(bucketOf(member));
  }

  /**
   * Brings leaves up to date in slices. What changes meanwhile is brought up to date when
   * {@link value} is asked for.
   */
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

/** Hash of a list: of the hashes of its members, in their order. */
export function hashOfAll(members: readonly Hashed[]): string {
  return sha256(Buffer.from(members.map((member) => member.hash).join(''), 'hex'));
}

function bucketOf({ hash: digits }: Hashed): number {
  return parseInt(digits.slice(0, 2), 16);
}
