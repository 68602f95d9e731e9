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
  private readonly entries = new Map<string, Entry<V>>();
  private readonly byOwner = new Map<string, Set<string>>();

  /** @param evicted Is told what has gone. */
  constructor(
    private readonly bounds: CacheBounds,
    private readonly evicted: (value: V) => void = () => undefined,
  ) {}

  get size(): number {
    return this.entries.size;
  }

  values(): Iterable<V> {
    return [...this.entries.values()].map(({ value }) => value);
  }

  /** What is kept under a key, which becomes the one that was asked for last. */
  get(key: string): V | undefined {
    const entry = this.entries.get(key);
    if (entry) this.put(key, entry);
    return entry?.value;
  }

  /** Keeps something. Whatever was kept under the key before is replaced, and stays its owner's. */
  set(key: string, owner: string, value: V): void {
    const before = this.entries.get(key);
    this.put(key, { value, owner: before?.owner ?? owner });
    if (before && before.value !== value) this.evicted(before.value);
    const own = this.byOwner.get(this.entries.get(key)!.owner)!;
    if (own.size > this.bounds.mostPerOwner) this.evict(own.values().next().value!);
    if (this.entries.size > this.bounds.most) this.evict(this.entries.keys().next().value!);
  }

  private put(key: string, entry: Entry<V>): void {
    this.entries.delete(key);
    this.entries.set(key, entry);
    const own = this.byOwner.get(entry.owner) ?? new Set<string>();
    own.delete(key);
    this.byOwner.set(entry.owner, own.add(key));
  }

  private evict(key: string): void {
    const { value, owner } = this.entries.get(key)!;
    this.entries.delete(key);
    const own = this.byOwner.get(owner)!;
    own.delete(key);
    if (own.size === 0) this.byOwner.delete(owner);
    this.evicted(value);
  }
}
