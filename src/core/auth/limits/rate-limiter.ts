import type { LRUCache } from 'lru-cache';
import { recentlyUsed } from '../../../platform/memory/recently-used.js';

/** Sustained rate, and burst after a pause. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

interface Bucket {
  level: number;
  /** Time of the level, in epoch milliseconds. */
  at: number;
}

/**
 * Upper bound on callers that one limiter keeps in memory; the one that was idle for longest is
 * dropped first.
 */
const MAX_KEYS = 10_000;

/**
 * Token buckets by key, in memory: each fills at a constant rate up to its burst, and every request
 * takes some out. A dropped bucket starts full again, so too many keys make the limiter more
 * generous, never stricter.
 */
export class RateLimiter {
  private readonly buckets: LRUCache<string, Bucket>;

  constructor(
    private readonly rate: Rate,
    maxKeys = MAX_KEYS,
  ) {
    this.buckets = recentlyUsed(maxKeys);
  }

  get size(): number {
    return this.buckets.size;
  }

  /**
   * Takes units from a bucket.
   * @returns 0, or the seconds until enough are available, in which case nothing is taken.
   */
  take(key: string, units: number): number {
    const bucket = this.bucketOf(key);
    if (bucket.level < units)
      return Math.max(
        1,
        Math.ceil((Math.min(units, this.rate.burst) - bucket.level) / this.rate.perSecond),
      );
    bucket.level -= units;
    return 0;
  }

  /** Returns units to a bucket when the request was not carried out. */
  refund(key: string, units: number): void {
    const bucket = this.bucketOf(key);
    bucket.level = Math.min(this.rate.burst, bucket.level + units);
  }

  /** The bucket at this moment; marks it as recently used. */
  private bucketOf(key: string): Bucket {
    const now = Date.now();
    let bucket = this.buckets.get(key);
    if (bucket) {
      const seconds = Math.max(0, now - bucket.at) / 1000;
      bucket.level = Math.min(this.rate.burst, bucket.level + seconds * this.rate.perSecond);
      bucket.at = now;
    } else {
      bucket = { level: this.rate.burst, at: now };
      this.buckets.set(key, bucket);
    }
    return bucket;
  }
}
