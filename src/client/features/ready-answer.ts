import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { separated } from '../delta/told.js';
import { Digest } from '../state/digest.js';
import type { EnvironmentState } from '../state/environment-state.js';
import type { FeaturePiece, SegmentPiece } from '../state/piece.js';
import type { Asked } from './asked.js';
import type { ClientQueryResponse } from './client-features.response.js';
import type { KnowableAnswer } from './conditional.js';

const compress = promisify(gzip);
/** Shorter bodies are sent as they are: compressing them saves no packet. */
const WORTH_COMPRESSING = 1_400;

/** The answer to a query of one state of an environment. What it takes is made when it is first needed, and once. */
export class ReadyAnswer implements KnowableAnswer {
  /** With its quotation marks. */
  readonly etag: string;
  private readonly queryHash: string;
  private plain?: Buffer;
  private compressed?: Promise<Buffer>;

  private constructor(
    private readonly query: ClientQueryResponse,
    private readonly features: readonly FeaturePiece[],
    private readonly segments: ReadonlyMap<number, SegmentPiece>,
    /** Stands for all that the ETag is to tell of. */
    private readonly digest: Digest,
  ) {
    this.queryHash = createHash('sha256').update(JSON.stringify(query)).digest('hex').slice(0, 8);
    this.etag = `"${this.queryHash}:${digest.toNumber()}"`;
  }

  /**
   * The ETag tells of every change in the projects of the query, also of features that its other filters leave out (reference behaviour). Those that
   * pass the filters count twice: which they are can change by a tag, and that is not among what is sent.
   */
  static of(asked: Asked, state: EnvironmentState): ReadyAnswer {
    const { query } = asked;
    const inProjects = state.features.filter(inProjectsOf(asked));
    const chosen = inProjects.filter(chosenBy(query));
    const used = [...new Set(chosen.flatMap((piece) => piece.segments))].sort((a, b) => a - b);
    const segments = new Map(used.flatMap((id) => (state.segments.has(id) ? [[id, state.segments.get(id)!]] : [])));
    const digest = new Digest();
    const isFiltered = query.namePrefix !== undefined || query.tag !== undefined;
    for (const piece of [...inProjects, ...(isFiltered ? chosen : []), ...segments.values()]) digest.add(piece.digest);
    return new ReadyAnswer(query, chosen, segments, digest);
  }

  /** JSON in UTF-8. */
  get body(): Buffer {
    return (this.plain ??= this.build());
  }

  /** The body in gzip, or `undefined` when it is too short for that. Compressed off the main thread. */
  get gzipped(): Promise<Buffer> | undefined {
    if (this.body.length < WORTH_COMPRESSING) return undefined;
    return (this.compressed ??= compress(this.body));
  }

  /** About how many bytes it takes in memory. */
  get size(): number {
    return 1_000 + 1.3 * (this.plain?.length ?? 0);
  }

  private build(): Buffer {
    const inline = this.query.inlineSegmentConstraints;
    const features = this.features.map((piece) => (inline ? piece.inline(this.segments) : piece.json));
    const segments = [...this.segments.values()].map((piece) => piece.json);
    const meta = { revisionId: this.digest.toNumber() % 2 ** 31, etag: this.etag, queryHash: this.queryHash };
    return Buffer.concat([
      Buffer.from('{"version":2,"features":['),
      ...separated(features),
      Buffer.from(`],"query":${JSON.stringify(this.query)}`),
      ...(inline ? [] : [Buffer.from(',"segments":['), ...separated(segments), Buffer.from(']')]),
      Buffer.from(`,"meta":${JSON.stringify(meta)}}`),
    ]);
  }
}

/** Whether a feature is of a project that a query is about, and of which the caller may know. */
export function inProjectsOf({ query: { project }, hidden }: Asked): (piece: FeaturePiece) => boolean {
  const projects = project && new Set(project);
  const secret = new Set(hidden);
  return (piece) => (!projects || projects.has(piece.project)) && !secret.has(piece.project);
}

/** Whether a feature passes the other filters of a query. */
export function chosenBy({ namePrefix = '', tag }: ClientQueryResponse): (piece: FeaturePiece) => boolean {
  const tags = tag?.map((pair) => pair.join(':'));
  return (piece) => piece.name.startsWith(namePrefix) && (!tags || tags.some((one) => piece.tags.includes(one)));
}
