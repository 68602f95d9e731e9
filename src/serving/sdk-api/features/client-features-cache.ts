import { Injectable } from '@nestjs/common';
import { OwnedCache } from '../cache/owned-cache.js';
import { ResponseMemory } from '../cache/response-memory.js';
import type { EnvironmentSnapshot } from '../snapshot/environment-snapshot.js';
import type { ClientQuery } from '../query/client-query.js';
import { CachedFeatures } from './cached-features.js';

/** Upper bounds on cached responses, in total and per token; callers choose the queries. */
const MAX_CACHED = 2_000;
const MAX_PER_TOKEN = 100;

interface Kept {
  /** The version of the state for which it was last validated. */
  version: number;
  readonly answer: CachedFeatures;
}

/** Caches responses that are ready to send. Their bodies are bounded by {@link ResponseMemory}. */
@Injectable()
export class ClientFeaturesCache {
  private readonly kept = new OwnedCache<Kept>(
    { most: MAX_CACHED, mostPerOwner: MAX_PER_TOKEN },
    ({ answer }) => answer.dispose(),
  );

  constructor(private readonly memory: ResponseMemory) {}

  /**
   * The response to a query. It stays cached while nothing relevant to the query changes.
   * @param owner Id of the token.
   */
  of(query: ClientQuery, owner: string, state: EnvironmentSnapshot): CachedFeatures {
    const key = JSON.stringify(query);
    const kept = this.kept.get(key);
    if (kept?.version === state.version) {
      this.memory.use(kept.answer);
      return kept.answer;
    }
    const answer = CachedFeatures.of(query, state, this.memory);
    if (kept?.answer.etag === answer.etag) {
      // Unchanged, so the existing response is kept.
      kept.version = state.version;
      return kept.answer;
    }
    this.kept.set(key, owner, { version: state.version, answer });
    return answer;
  }
}
