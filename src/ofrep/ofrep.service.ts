import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../auth/caller/caller.js';
import type { ClientFeature } from '../sdk-api/client-features.js';
import { ServedFeatures } from '../sdk-api/snapshot/served-features.js';
import { ConstraintPreparation } from '../evaluation/constraint-preparation.js';
import { readContext } from '../evaluation/context-reading.js';
import { Evaluator } from '../evaluation/evaluator.js';
import type { SdkContext, SdkVariant } from '../evaluation/sdk.js';
import { NotFoundError } from '../errors/general.errors.js';
import { type Json, toJson } from '../http/json.js';
import type { OfrepRequestDto } from './ofrep.dto.js';
import type { OfrepFlagResponse, OfrepFlagsResponse, OfrepReason } from './ofrep.response.js';

/** Evaluated flags with an entity tag. */
export interface TaggedFlags {
  body: Json<OfrepFlagsResponse>;
  etag: string;
}

/** Implements the OpenFeature Remote Evaluation Protocol. */
@Injectable()
export class OfrepService {
  constructor(
    private readonly served: ServedFeatures,
    private readonly preparation: ConstraintPreparation,
  ) {}

  /**
   * Evaluates one flag.
   * @throws NotFoundError when the token gives no access to such a feature.
   * @throws BadDataError when the context is invalid.
   */
  async evaluate(
    key: string,
    request: OfrepRequestDto,
    caller: Caller,
  ): Promise<OfrepFlagResponse> {
    const context = contextOf(request, caller);
    const evaluator = await this.evaluatorFor(caller);
    const feature = evaluator?.find(key);
    if (!evaluator || !feature)
      throw new NotFoundError(`There is no feature "${key}" for this token.`);
    return flagOf(feature, await evaluator.variantOf(feature, context, this.preparation));
  }

  /**
   * Evaluates all flags of the token; none for admin tokens, which have no environment.
   * @throws BadDataError when the context is invalid.
   */
  async evaluateAll(request: OfrepRequestDto, caller: Caller): Promise<TaggedFlags> {
    const context = contextOf(request, caller);
    const evaluator = await this.evaluatorFor(caller);
    const flags: OfrepFlagResponse[] = [];
    if (evaluator)
      await evaluator.forEach(context, this.preparation, (feature, variant) =>
        flags.push(flagOf(feature, variant)),
      );
    const body = toJson<OfrepFlagsResponse>({ flags });
    return { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` };
  }

  private async evaluatorFor({ environment, projects }: Caller): Promise<Evaluator | undefined> {
    return environment === undefined
      ? undefined
      : Evaluator.of(await this.served.forEvaluation(environment, projects));
  }
}

/** Uses OpenFeature's `targetingKey` as the user and the session, unless the context names these. */
function contextOf({ context = {} }: OfrepRequestDto, { environment }: Caller): SdkContext {
  const { targetingKey, ...given } = context;
  const idOf = (id: unknown): unknown => (id === '' ? targetingKey : (id ?? targetingKey));
  const ids = { userId: idOf(given['userId']), sessionId: idOf(given['sessionId']) };
  return readContext({ ...given, ...ids }, { environment }, '/body/context');
}

function flagOf(feature: ClientFeature, variant: SdkVariant): OfrepFlagResponse {
  return {
    key: feature.name,
    reason: reasonOf(feature, variant),
    ...(variant.enabled ? { variant: variant.name } : {}),
    value: valueOf(variant),
    metadata: { project: feature.project, type: feature.type },
  };
}

function reasonOf(feature: ClientFeature, variant: SdkVariant): OfrepReason {
  if (!feature.enabled) return 'DISABLED';
  if (variant.enabled) return 'SPLIT';
  return feature.strategies.length === 0 && !feature.dependencies ? 'STATIC' : 'TARGETING_MATCH';
}

/**
 * Parses the payload by its type. An invalid payload is returned as text, which is better than an
 * error in the application.
 */
function valueOf({ payload, feature_enabled }: SdkVariant): unknown {
  if (!payload) return feature_enabled;
  if (payload.type !== 'json' && payload.type !== 'number') return payload.value;
  try {
    const value: unknown = JSON.parse(payload.value);
    // JSON cannot represent numbers that overflow to infinity.
    return payload.type === 'number' && !Number.isFinite(value) ? payload.value : value;
  } catch {
    return payload.value;
  }
}
