import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import { plainAddress } from '../../core/event/actor.js';
import { ServedFeatures } from '../sdk-api/snapshot/served-features.js';
import { ConstraintPreparation } from '../evaluation/constraint-preparation.js';
import { type ContextPlace, readContext } from '../evaluation/context-reading.js';
import { Evaluator } from '../evaluation/evaluator.js';
import { type Json, jsonOf, toJson } from '../../platform/http/json.js';
import type { FrontendFeatureResponse, FrontendFeaturesResponse } from './frontend.dto.js';

const ENVIRONMENT_OF_ADMIN_TOKENS = 'default';

/** Evaluates features for callers that must not see strategies. */
@Injectable()
export class FrontendFeatures {
  constructor(
    private readonly served: ServedFeatures,
    private readonly preparation: ConstraintPreparation,
  ) {}

  /**
   * The features that are enabled for a context. `environment` and `remoteAddress` default to those
   * of the token and the connection. Admin tokens have no environment and evaluate `default`, as in
   * the reference.
   * @throws BadDataError when the context is invalid or takes too long to evaluate.
   */
  async evaluate(
    sent: Record<string, unknown>,
    place: ContextPlace,
    caller: Caller,
  ): Promise<Json<FrontendFeaturesResponse>> {
    const { environment = ENVIRONMENT_OF_ADMIN_TOKENS, address } = caller;
    const known = { environment, remoteAddress: plainAddress(address) };
    const context = readContext(sent, known, place);
    const evaluator = Evaluator.of(await this.served.forEvaluation(environment, caller.projects));
    const toggles: Json<FrontendFeatureResponse>[] = [];
    await evaluator.forEach(context, this.preparation, (feature, evaluated) => {
      const { feature_enabled, ...variant } = evaluated;
      if (!feature_enabled) return;
      const { name, impressionData } = feature;
      const given = { ...variant, feature_enabled, featureEnabled: true };
      toggles.push(toJson({ name, enabled: true, variant: given, impressionData }));
    });
    return jsonOf(`{"toggles":[${toggles.join(',')}]}`);
  }
}
