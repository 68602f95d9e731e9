import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../../platform/errors/general.errors.js';
import { type Json, jsonOf } from '../../../platform/http/json.js';
import type { EnvironmentSnapshot } from '../snapshot/environment-snapshot.js';
import { NO_ENVIRONMENT, ServedFeatures } from '../snapshot/served-features.js';
import type { ClientQuery } from '../query/client-query.js';
import type { ClientFeatureResponse } from '../query/client-features.dto.js';
import {
  type CachedFeatures,
  chosenBy,
  ClientFeaturesCache,
  inProjectsOf,
} from './cached-features.js';

/**
 * Serves SDKs from memory. All methods throw DatabaseUnavailableError when an environment is
 * requested for the first time while the database is away.
 */
@Injectable()
export class ClientFeaturesService {
  constructor(
    private readonly served: ServedFeatures,
    private readonly answers: ClientFeaturesCache,
  ) {}

  /** The response to a query, with its state and the horizon of that state. */
  async answer(
    query: ClientQuery,
    owner: string,
  ): Promise<{ answer: CachedFeatures; state: EnvironmentSnapshot; horizon: string }> {
    const state = await this.served.environment(query.query.environment ?? NO_ENVIRONMENT);
    return { answer: this.answers.of(query, owner, state), state, horizon: state.horizon };
  }

  /**
   * One feature of a query.
   * @throws NotFoundError when it is not among them.
   */
  async one(name: string, asked: ClientQuery): Promise<Json<ClientFeatureResponse>> {
    const { query } = asked;
    const state = await this.served.environment(query.environment ?? NO_ENVIRONMENT);
    const serialized = state.feature(name);
    if (!serialized || !inProjectsOf(asked)(serialized) || !chosenBy(query)(serialized))
      throw new NotFoundError(`There is no feature "${name}" for this token.`);
    const inline = query.inlineSegmentConstraints;
    return jsonOf((inline ? serialized.inline(state.segments) : serialized.json).toString());
  }
}
