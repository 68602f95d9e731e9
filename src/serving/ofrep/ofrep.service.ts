import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import { TICKET_PATH } from '../../core/auth/stream-ticket.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import type { ClientFeature } from '../sdk-api/client-features.js';
import { ServedFeatures } from '../sdk-api/snapshot/served-features.js';
import { ConstraintPreparation } from '../evaluation/constraint-preparation.js';
import { readContext } from '../evaluation/context-reading.js';
import { Evaluator } from '../evaluation/evaluator.js';
import type { SdkContext, SdkVariant } from '../evaluation/sdk.js';
import { NotFoundError } from '../../platform/errors/general.errors.js';
import { type Json, jsonOf, toJson } from '../../platform/http/json.js';
import { type Tagged, tagged } from '../../platform/http/tagged.js';
import { payloadValue } from './manifest.js';
import type {
  OfrepFlagResponse,
  OfrepFlagsResponse,
  OfrepReason,
  OfrepRequestDto,
} from './ofrep.dto.js';

/** How long hidden pages keep their streams, in seconds. They evaluate again when shown. */
const HIDDEN_SECONDS = 120;

/** Implements the OpenFeature Remote Evaluation Protocol. */
@Injectable()
export class OfrepService {
  private readonly streamPath: string;

  constructor(
    private readonly served: ServedFeatures,
    private readonly preparation: ConstraintPreparation,
    @Inject(CONFIG) { basePath }: Config,
  ) {
    this.streamPath = basePath + TICKET_PATH;
  }

  /**
   * Evaluates one flag.
   * @throws NotFoundError when the token gives no access to such a feature.
   * @throws BadDataError when the context is invalid.
   */
  async evaluate(
    key: string,
    request: OfrepRequestDto,
    caller: Caller,
  ): Promise<Json<OfrepFlagResponse>> {
    const context = contextOf(request, caller);
    const evaluator = await this.evaluatorFor(caller);
    const feature = evaluator?.find(key);
    if (!evaluator || !feature)
      throw new NotFoundError(`There is no feature "${key}" for this token.`);
    return flagOf(feature, await evaluator.variantOf(feature, context, this.preparation));
  }

  /**
   * Evaluates all flags of the token; none for admin tokens, which have no environment.
   * @param ticket Opens the stream of the token; undefined when there is none.
   * @param told Hash of the state of which the caller was told, if it was.
   * @returns The tag covers the ticket, so that a client gets a new one before it expires, but not
   * the state from which the stream goes on.
   * @throws BadDataError when the context is invalid.
   */
  async evaluateAll(
    request: OfrepRequestDto,
    caller: Caller,
    ticket: string | undefined,
    told: string | undefined,
  ): Promise<Tagged<Json<OfrepFlagsResponse>>> {
    const context = contextOf(request, caller);
    // Before the evaluation: what changes meanwhile is signalled.
    const since = ticket && (await this.served.hashOf(caller.environment!, told));
    const flags = `{"flags":[${(await this.flagsOf(context, caller)).join(',')}]`;
    if (!ticket) return tagged(jsonOf(`${flags}}`));
    const requestUri = `${this.streamPath}?ticket=${ticket}&since=${since}`;
    const stream = { type: 'sse', endpoint: { requestUri }, inactivityDelaySec: HIDDEN_SECONDS };
    const { etag } = tagged(flags + ticket);
    return { etag, body: jsonOf(`${flags},"eventStreams":[${toJson(stream)}]}`) };
  }

  private async flagsOf(context: SdkContext, caller: Caller): Promise<Json<OfrepFlagResponse>[]> {
    const evaluator = await this.evaluatorFor(caller);
    const flags: Json<OfrepFlagResponse>[] = [];
    if (evaluator)
      await evaluator.forEach(context, this.preparation, (feature, variant) =>
        flags.push(flagOf(feature, variant)),
      );
    return flags;
  }

  private async evaluatorFor({ environment, projects }: Caller): Promise<Evaluator | undefined> {
    return environment === undefined
      ? undefined
      : Evaluator.of(await this.served.forEvaluation(environment, projects));
  }
}

/** Uses OpenFeature's `targetingKey` as user and session, unless the context names these. */
function contextOf({ context = {} }: OfrepRequestDto, { environment }: Caller): SdkContext {
  const { targetingKey, ...given } = context;
  const idOf = (id: unknown): unknown => (id === '' ? targetingKey : (id ?? targetingKey));
  const ids = { userId: idOf(given['userId']), sessionId: idOf(given['sessionId']) };
  return readContext({ ...given, ...ids }, { environment }, '/body/context');
}

function flagOf(feature: ClientFeature, variant: SdkVariant): Json<OfrepFlagResponse> {
  const { name: key, project, type } = feature;
  const flag = toJson({
    key,
    reason: reasonOf(feature, variant),
    ...(variant.enabled ? { variant: variant.name } : {}),
    metadata: { project, type },
  });
  return jsonOf(`${flag.slice(0, -1)},"value":${valueOf(variant)}}`);
}

function reasonOf(feature: ClientFeature, variant: SdkVariant): OfrepReason {
  if (!feature.enabled) return 'DISABLED';
  if (variant.enabled) return 'SPLIT';
  return feature.strategies.length === 0 && !feature.dependencies ? 'STATIC' : 'TARGETING_MATCH';
}

/** Values by payload, which stays the same object while the feature does not change. */
const payloadValues = new WeakMap<object, string>();

/** The value of a flag as JSON. */
function valueOf({ payload, feature_enabled }: SdkVariant): string {
  if (!payload) return String(feature_enabled);
  let value = payloadValues.get(payload);
  if (value === undefined) payloadValues.set(payload, (value = payloadValue(payload)));
  return value;
}
