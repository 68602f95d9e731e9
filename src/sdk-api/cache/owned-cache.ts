import { LRUCache } from 'lru-cache';

/** How many entries there may be, and how many of them by the same owner. */
export interface CacheBounds {
  readonly most: number;
  readonly mostPerOwner: number;
}

interface Entry<V> {
  readonly value: V;
  readonly owner: string;
}

/**
 * A cache whose keys are up to callers. Who asks for many different things displaces what was made
 * for themselves first, and what was made for others only when there are too many callers: then
 * those entries go that were not asked for the longest.
 */
export class OwnedCache<V> {
  private readonly entries: LRUCache<string, Entry<V>>;
  /** The keys of each owner. */
  private readonly byOwner = new Map<string, LRUCache<string, true>>();

  /** @param evicted Is told what has gone. */
  constructor(
    private readonly bounds: CacheBounds,
    private readonly evicted: (value: V) => void = () => undefined,
  ) {
    this.entries = new LRUCache({
      max: bounds.most,
      disposeAfter: (entry, key, reason) => this.gone(key, entry, reason),
    });
  }

  get size(): number {
    return this.entries.size;
  }

  values(): Iterable<V> {
    return [...this.entries.values()].map(({ value }) => value);
  }

  /** What is kept under a key, which becomes the one that was asked for last. */
  get(key: string): V | undefined {
    const entry = this.entries.get(key);
    if (entry) this.byOwner.get(entry.owner)!.get(key);
    return entry?.value;
  }

  /** Keeps something. Whatever was kept under the key before is replaced, and stays its owner's. */
  set(key: string, owner: string, value: V): void {
    const entry = { value, owner: this.entries.peek(key)?.owner ?? owner };
    this.entries.set(key, entry);
    let own = this.byOwner.get(entry.owner);
    if (!own) {
      const disposeAfter = (_: true, evicted: string, reason: string): void => {
        if (reason === 'evict') this.entries.delete(evicted);
      };
      own = new LRUCache({ max: this.bounds.mostPerOwner, disposeAfter });
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
