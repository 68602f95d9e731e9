import { Injectable } from '@nestjs/common';
import { CachedResponse, ResponseMemory, separated } from '../cache/cached-response.js';
import { OwnedCache } from '../cache/owned-cache.js';
import type { ClientQueryResponse } from '../query/client-features.dto.js';
import type { ClientQuery } from '../query/client-query.js';
import type { EnvironmentSnapshot } from '../snapshot/environment-snapshot.js';
import type { SerializedFeature, SerializedSegment } from '../snapshot/serialized-feature.js';
import { hashOfAll, sha256 } from '../snapshot/set-hash.js';

/** Bits of the hash used for `revisionId`, so that it fits into a signed 32-bit integer. */
const REVISION_BITS = 31;

/** The response to a query for one state of an environment. Its parts are built once, on demand. */
export class CachedFeatures extends CachedResponse {
  /** Includes the quotation marks. */
  readonly etag: string;
  protected readonly expectedLength = undefined;
  private readonly queryHash: string;
  private readonly revision: number;

  private constructor(
    private readonly query: ClientQueryResponse,
    private readonly features: readonly SerializedFeature[],
    private readonly segments: ReadonlyMap<number, SerializedSegment>,
    /** 64 hexadecimal digits that identify everything the ETag covers. */
    hash: string,
    memory: ResponseMemory,
  ) {
    super(memory);
    const number = BigInt(`0x${hash}`);
    this.queryHash = sha256(JSON.stringify(query)).slice(0, 8);
    this.revision = Number(BigInt.asUintN(REVISION_BITS, number));
    this.etag = `"${this.queryHash}:${number}"`;
  }

  /**
   * The ETag changes with every change in the queried projects, even of features that other filters
   * exclude (reference behaviour). Features that pass the filters are hashed a second time, because
   * a tag, which is not part of the response, can change which ones pass.
   */
  static of(
    asked: ClientQuery,
    state: EnvironmentSnapshot,
    memory: ResponseMemory,
  ): CachedFeatures {
    const { query } = asked;
    const inProjects = state.features.filter(inProjectsOf(asked));
    const isFiltered = query.namePrefix !== undefined || query.tag !== undefined;
    const chosen = isFiltered ? inProjects.filter(chosenBy(query)) : inProjects;
    const ids = new Set<number>();
    for (const serialized of chosen) for (const id of serialized.segments) ids.add(id);
    const used = [...ids].sort((a, b) => a - b);
    const segments = new Map(
      used.flatMap((id) => (state.segments.has(id) ? [[id, state.segments.get(id)!]] : [])),
    );
    const hashes = [inProjects, isFiltered ? chosen : [], [...segments.values()]].map(hashOfAll);
    return new CachedFeatures(
      query,
      chosen,
      segments,
      sha256(JSON.stringify([query, ...hashes])),
      memory,
    );
  }

  protected *parts(): Iterable<Buffer> {
    const inline = this.query.inlineSegmentConstraints;
    yield Buffer.from('{"version":2,"features":[');
    yield* separated(inline ? this.inlined() : this.features.map((serialized) => serialized.json));
    yield Buffer.from(`],"query":${JSON.stringify(this.query)}`);
    if (!inline) {
      yield Buffer.from(',"segments":[');
      yield* separated([...this.segments.values()].map((serialized) => serialized.json));
      yield Buffer.from(']');
    }
    const { revision: revisionId, etag, queryHash } = this;
    yield Buffer.from(`,"meta":${JSON.stringify({ revisionId, etag, queryHash })}}`);
  }

  private *inlined(): Iterable<Buffer> {
    for (const serialized of this.features) yield serialized.inline(this.segments);
  }
}

/** Whether a feature belongs to a queried project that is visible to the caller. */
export function inProjectsOf({
  query: { project },
  hidden,
}: ClientQuery): (serialized: SerializedFeature) => boolean {
  const projects = project && new Set(project);
  const secret = new Set(hidden);
  return (serialized) =>
    (!projects || projects.has(serialized.project)) && !secret.has(serialized.project);
}

/** Whether a feature passes the remaining filters. */
export function chosenBy({
  namePrefix = '',
  tag,
}: ClientQueryResponse): (serialized: SerializedFeature) => boolean {
  const tags = tag && new Set(tag.map((pair) => pair.join(':')));
  return (serialized) =>
    serialized.name.startsWith(namePrefix) &&
    (!tags || serialized.tags.some((one) => tags.has(one)));
}

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
