import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import type { CachedResponse } from './cached-response.js';

/**
 * The bodies of answers that are kept ready, plain and compressed, within one limit for all: those
 * go first that were not asked for the longest.
 */
@Injectable()
export class ResponseMemory {
  private readonly most: number;
  private readonly held = new Map<CachedResponse, number>();
  private total = 0;

  constructor(@Inject(CONFIG) { clientFeatures }: Pick<Config, 'clientFeatures'>) {
    this.most = clientFeatures.cacheBytes;
  }

  /** How many bytes are kept. */
  get bytes(): number {
    return this.total;
  }

  /** Counts what an answer takes now, as the one that was asked for last. */
  hold(response: CachedResponse): void {
    this.release(response);
    this.held.set(response, response.size);
    this.total += response.size;
    for (const oldest of this.held.keys()) {
      if (this.total <= this.most) return;
      oldest.release();
      this.release(oldest);
    }
  }

  /** Notes that an answer was asked for. */
  use(response: CachedResponse): void {
    const size = this.held.get(response);
    if (size === undefined) return;
    this.held.delete(response);
    this.held.set(response, size);
  }

  release(response: CachedResponse): void {
    this.total -= this.held.get(response) ?? 0;
    this.held.delete(response);
  }
}
