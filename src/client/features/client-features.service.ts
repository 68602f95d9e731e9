import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../http/errors.js';
import type { Json } from '../../http/json.js';
import { NO_ENVIRONMENT, ServedFeatures } from '../state/served-features.js';
import type { ClientFeatureResponse, ClientQueryResponse } from './client-features.response.js';
import { chosenBy, inProjectsOf, type ReadyAnswer } from './ready-answer.js';
import { ReadyAnswers } from './ready-answers.js';

/** Answers SDKs from memory. All methods throw DatabaseUnavailableError when an environment is asked for the first time and the database is away. */
@Injectable()
export class ClientFeatures {
  constructor(
    private readonly served: ServedFeatures,
    private readonly answers: ReadyAnswers,
  ) {}

  /** The features that a query asks for. */
  async answer(query: ClientQueryResponse): Promise<ReadyAnswer> {
    return this.answers.of(query, await this.served.environment(query.environment ?? NO_ENVIRONMENT));
  }

  /** One of the features that a query asks for. @throws NotFoundError when it is none of them. */
  async one(name: string, query: ClientQueryResponse): Promise<Json<ClientFeatureResponse>> {
    const state = await this.served.environment(query.environment ?? NO_ENVIRONMENT);
    const piece = state.feature(name);
    if (!piece || !inProjectsOf(query)(piece) || !chosenBy(query)(piece))
      throw new NotFoundError(`There is no feature "${name}" for this token.`);
    return (query.inlineSegmentConstraints ? piece.inline(state.segments) : piece.json).toString();
  }
}
