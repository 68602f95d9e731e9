import type { LRUCache } from 'lru-cache';
import { recentlyUsed } from '../../../platform/memory/recently-used.js';

/** Upper bounds on entries, in total and per owner. */
interface CacheBounds {
  readonly most: number;
  readonly mostPerOwner: number;
}

interface Entry<V> {
  readonly value: V;
  readonly owner: string;
}

/**
 * A cache whose keys are chosen by callers. A caller with many keys first displaces their own
 * entries; entries of others go, least recently used first, only when there are too many callers.
 */
export class OwnedCache<V> {
  private readonly entries: LRUCache<string, Entry<V>>;
  /** The keys of each owner. */
  private readonly byOwner = new Map<string, LRUCache<string, true>>();

  /** @param evicted Called with each removed entry. */
  constructor(
    private readonly bounds: CacheBounds,
    private readonly evicted: (value: V) => void = () => undefined,
  ) {
    this.entries = recentlyUsed<Entry<V>>(bounds.most, (entry, key, reason) =>
      this.gone(key, entry, reason),
    );
  }

  get size(): number {
    return this.entries.size;
  }

  values(): Iterable<V> {
    return [...this.entries.values()].map(({ value }) => value);
  }

  /** The entry of a key; marks it as recently used. */
  get(key: string): V | undefined {
    const entry = this.entries.get(key);
    if (entry) this.byOwner.get(entry.owner)!.get(key);
    return entry?.value;
  }

  /** Stores an entry. A replaced entry keeps its owner. */
  set(key: string, owner: string, value: V): void {
    const entry = { value, owner: this.entries.peek(key)?.owner ?? owner };
    this.entries.set(key, entry);
    let own = this.byOwner.get(entry.owner);
    if (!own) {
      const disposeAfter = (_: true, evicted: string, reason: string): void => {
        if (reason === 'evict') this.entries.delete(evicted);
      };
      own = recentlyUsed(this.bounds.mostPerOwner, disposeAfter);
      this.byOwner.set(entry.owner, own);
    }
    own.set(key, true);
  }

  private gone(key: string, { value, owner }: Entry<V>, reason: string): void {
    if (reason === 'set') {
      if (this.entries.peek(key)?.value !== value) this.evicted(value);
      return;
    }
    const own = this.byOwner.get(owner)!;
    own.delete(key);
    if (own.size === 0) this.byOwner.delete(owner);
    this.evicted(value);
  }
}
