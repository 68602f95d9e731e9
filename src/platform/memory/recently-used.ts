import { LRUCache } from 'lru-cache';

/**
 * A map that keeps the entries that were used last.
 *
 * With the option `max`, `LRUCache` allocates all places at once: 3 MB and 10 ms at each start for
 * the maps of the service, which stay nearly empty in most instances. As a limit on sizes, the same
 * number allocates nothing before it is needed.
 * @param most How many entries it keeps.
 * @param disposeAfter Called with each removed entry.
 */
export function recentlyUsed<V extends object | number | true>(
  most: number,
  disposeAfter?: LRUCache.Disposer<string, V>,
): LRUCache<string, V> {
  return new LRUCache({
    maxSize: most,
    sizeCalculation: () => 1,
    ...(disposeAfter && { disposeAfter }),
  });
}
