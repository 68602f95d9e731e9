import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import type { CachedResponse } from './cached-response.js';

/**
 * The bodies of answers that are kept ready, plain and compressed, within one limit for all: those
 * go first that were not asked for the longest.
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

  /** How many bytes are kept. */
  get bytes(): number {
    return this.held.calculatedSize;
  }

  /** Counts what an answer takes now, as the one that was asked for last. */
  hold(response: CachedResponse): void {
    this.held.set(response, { size: response.size });
    // one that exceeds the limit alone is not kept at all
    if (!this.held.has(response)) response.release();
  }

  /** Notes that an answer was asked for. */
  use(response: CachedResponse): void {
    this.held.get(response);
  }

  release(response: CachedResponse): void {
    this.held.delete(response);
  }
}
