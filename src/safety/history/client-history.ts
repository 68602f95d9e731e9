import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import type { Reader } from '../../platform/database/database.js';
import { JsonParts } from '../../platform/http/json.js';
import { validated } from '../../platform/http/validation/validation.pipe.js';
import { TimeSlice } from '../../platform/sandbox/time-slice.js';
import type { ClientFeature, ClientStrategy } from '../../serving/sdk-api/client-features.js';
import { chosenBy, inProjectsOf } from '../../serving/sdk-api/features/cached-features.js';
import {
  ClientFeaturesQueryDto,
  type ClientFeaturesResponse,
} from '../../serving/sdk-api/query/client-features.dto.js';
import { clientQueryOf } from '../../serving/sdk-api/query/client-query.js';
import {
  SerializedFeature,
  SerializedSegment,
} from '../../serving/sdk-api/snapshot/serialized-feature.js';
import { type Hashed, hashOfAll, sha256 } from '../../serving/sdk-api/snapshot/set-hash.js';
import type { FeatureState, StrategyState } from './feature-state.js';
import type { SegmentResponse } from '../../flags/segment/segment.dto.js';
import { HistoryService } from './history.service.js';

/** Rebuilds what SDKs were served. */
@Injectable()
export class ClientHistory {
  constructor(private readonly history: HistoryService) {}

  /**
   * The answer to a query of an SDK at a moment. It is rebuilt for each request.
   * @param parameters The query parameters.
   * @param spec Version of the client specification from the header.
   */
  async features(
    at: string,
    parameters: object,
    caller: Caller,
    spec: string | undefined,
    reader: Reader,
  ): Promise<JsonParts<ClientFeaturesResponse>> {
    const dto = await validated(ClientFeaturesQueryDto, parameters, '/query');
    const asked = clientQueryOf(dto, caller, spec);
    const { query } = asked;
    const environment = query.environment ?? '';
    const projects = query.project ?? null;
    const show = (one: FeatureState): SerializedFeature => serialized(one, environment);
    const found = await this.history.environment(at, environment, projects, reader, show);
    const inProjects = found.features
      .filter(inProjectsOf(asked))
      .sort((a, b) => a.position - b.position || (a.name < b.name ? -1 : 1));
    const isFiltered = query.namePrefix !== undefined || query.tag !== undefined;
    const chosen = isFiltered ? inProjects.filter(chosenBy(query)) : inProjects;
    const segments = usedBy(chosen, found.segments);
    const meta = metaOf(query, inProjects, isFiltered ? chosen : [], [...segments.values()]);
    return new JsonParts(partsOf(chosen, segments, query, meta));
  }
}

/** The segments that features use, by id and in its order. */
function usedBy(
  features: readonly SerializedFeature[],
  segments: ReadonlyMap<number, SegmentResponse>,
): Map<number, SerializedSegment> {
  const used = new Set(features.flatMap((feature) => feature.segments));
  return new Map(
    [...segments.values()]
      .filter(({ id }) => used.has(id))
      .sort((a, b) => a.id - b.id)
      .map(({ id, name, constraints }) => [
        id,
        new SerializedSegment(id, JSON.stringify({ id, name, constraints })),
      ]),
  );
}

async function* partsOf(
  features: readonly SerializedFeature[],
  segments: ReadonlyMap<number, SerializedSegment>,
  query: { inlineSegmentConstraints: boolean },
  meta: object,
): AsyncGenerator<string> {
  const slice = new TimeSlice();
  let separator = '{"version":2,"features":[';
  for (const feature of features) {
    await slice.rest();
    const json = query.inlineSegmentConstraints ? feature.inline(segments) : feature.json;
    yield separator + json.toString();
    separator = ',';
  }
  yield features.length === 0 ? `${separator}]` : ']';
  yield `,"query":${JSON.stringify(query)}`;
  const list = [...segments.values()].map(({ json }) => json.toString());
  if (!query.inlineSegmentConstraints) yield `,"segments":[${list.join()}]`;
  yield `,"meta":${JSON.stringify(meta)}}`;
}

/** Identifies the answer by its content, with the tag that SDKs got for the same content. */
function metaOf(query: object, ...parts: (readonly Hashed[])[]): object {
  const queryHash = sha256(JSON.stringify(query)).slice(0, 8);
  const hash = BigInt(`0x${sha256(JSON.stringify([query, ...parts.map(hashOfAll)]))}`);
  const revisionId = Number(BigInt.asUintN(31, hash));
  return { revisionId, etag: `"${queryHash}:${hash}"`, queryHash };
}

function serialized(feature: FeatureState, environment: string): SerializedFeature {
  const { name, type, project, stale, description, impressionData, position, tags } = feature;
  const state = feature.environments[environment];
  const client: ClientFeature = {
    ...{ name, type, enabled: state?.enabled ?? false, project, stale },
    strategies: (state?.strategies ?? []).filter(({ disabled }) => !disabled).map(clientStrategy),
    variants: state?.variants ?? [],
    description,
    impressionData,
    ...(feature.dependencies.length > 0
      ? { dependencies: feature.dependencies.map(clientDependency) }
      : {}),
  };
  return new SerializedFeature(
    name,
    JSON.stringify(client),
    position,
    tags.map((tag) => `${tag.type}:${tag.value}`),
  );
}

function clientStrategy(strategy: StrategyState): ClientStrategy {
  const { name, constraints, parameters, variants, segments } = strategy;
  return {
    ...{ name, constraints, parameters, variants },
    ...(segments.length > 0 ? { segments } : {}),
  };
}

function clientDependency({
  feature,
  enabled,
  variants,
}: FeatureState['dependencies'][number]): NonNullable<ClientFeature['dependencies']>[number] {
  return enabled ? { feature, enabled, variants } : { feature, enabled };
}
