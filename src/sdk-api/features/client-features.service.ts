import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../errors/general.errors.js';
import type { Json } from '../../http/json.js';
import type { EnvironmentState } from '../state/environment-state.js';
import { NO_ENVIRONMENT, ServedFeatures } from '../state/served-features.js';
import type { Asked } from '../query/asked.js';
import type { ClientFeatureResponse } from '../query/client-features.response.js';
import { chosenBy, inProjectsOf, type ReadyAnswer } from './ready-answer.js';
import { ReadyAnswers } from './ready-answers.js';

/** Answers SDKs from memory. All methods throw DatabaseUnavailableError when an environment is asked for the first time and the database is away. */
@Injectable()
export class ClientFeatures {
  constructor(
    private readonly served: ServedFeatures,
    private readonly answers: ReadyAnswers,
  ) {}

  /** The features that a query asks for; with the state that they are of, and its horizon at that moment. */
  async answer(asked: Asked, owner: string): Promise<{ answer: ReadyAnswer; state: EnvironmentState; horizon: string }> {
    const state = await this.served.environment(asked.query.environment ?? NO_ENVIRONMENT);
    return { answer: this.answers.of(asked, owner, state), state, horizon: state.horizon };
  }

  /** One of the features that a query asks for. @throws NotFoundError when it is none of them. */
  async one(name: string, asked: Asked): Promise<Json<ClientFeatureResponse>> {
    const { query } = asked;
    const state = await this.served.environment(query.environment ?? NO_ENVIRONMENT);
    const piece = state.feature(name);
    if (!piece || !inProjectsOf(asked)(piece) || !chosenBy(query)(piece))
      throw new NotFoundError(`There is no feature "${name}" for this token.`);
    return (query.inlineSegmentConstraints ? piece.inline(state.segments) : piece.json).toString();
  }
}
