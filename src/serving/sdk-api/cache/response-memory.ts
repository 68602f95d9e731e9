import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { CachedResponse } from './cached-response.js';

/**
 * Bounds the memory of all cached response bodies, plain and compressed. The least recently used
 * are dropped first.
 */
@Injectable()
export class ResponseMemory {
  private readonly held: LRUCache<CachedResponse, { size: number }>;

  constructor(@Inject(CONFIG) { clientFeatures }: Pick<Config, 'clientFeatures'>) {
    this.held = new LRUCache({
      maxSize: clientFeatures.cacheBytes,
      sizeCalculation: ({ size }) => size,
      disposeAfter: (_, response, reason) => {
        if (reason === 'evict') response.release();
      },
    });
  }

  /** Bytes in the cache. */
  get bytes(): number {
    return this.held.calculatedSize;
  }

  /** Updates the size of a response and marks it as recently used. */
  note(response: CachedResponse): void {
    this.held.set(response, { size: response.size });
    // one that exceeds the limit alone is not kept at all
    if (!this.held.has(response)) response.release();
  }

  /** Marks a response as recently used. */
  use(response: CachedResponse): void {
    this.held.get(response);
  }

  release(response: CachedResponse): void {
    this.held.delete(response);
  }
}
