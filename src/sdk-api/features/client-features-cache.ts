import { Injectable } from '@nestjs/common';
import { OwnedCache } from '../cache/owned-cache.js';
import { ResponseMemory } from '../cache/response-memory.js';
import type { EnvironmentSnapshot } from '../snapshot/environment-snapshot.js';
import type { ClientQuery } from '../query/client-query.js';
import { CachedFeatures } from './cached-features.js';

/**
 * How many answers are kept, and how many of them for the same token: queries are up to callers.
 */
const MOST = 2_000;
const MOST_PER_TOKEN = 100;

interface Kept {
  /** The state that it is known to be the answer for. */
  version: number;
  readonly answer: CachedFeatures;
}

/**
 * Answers that are ready to be sent. What their bodies take is limited by the
 * {@link ResponseMemory}.
 */
@Injectable()
export class ClientFeaturesCache {
  private readonly kept = new OwnedCache<Kept>(
    { most: MOST, mostPerOwner: MOST_PER_TOKEN },
    ({ answer }) => answer.dispose(),
  );

  constructor(private readonly memory: ResponseMemory) {}

  /**
   * The answer to a query. What has not changed for this query stays ready, whatever else has
   * changed.
   * @param owner Whose token asks.
   */
  of(asked: ClientQuery, owner: string, state: EnvironmentSnapshot): CachedFeatures {
    const key = JSON.stringify(asked);
    const kept = this.kept.get(key);
    if (kept?.version === state.version) {
      this.memory.use(kept.answer);
      return kept.answer;
    }
    const answer = CachedFeatures.of(asked, state, this.memory);
    if (kept?.answer.etag === answer.etag) {
      // The same as before: what it takes has been made already.
      kept.version = state.version;
      return kept.answer;
    }
    this.kept.set(key, owner, { version: state.version, answer });
    return answer;
  }
}
