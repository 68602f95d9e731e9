import { Injectable } from '@nestjs/common';
import type { Caller, TokenCaller } from '../../../core/auth/caller/caller.js';
import { Database } from '../../../platform/database/database.js';
import { BackgroundJobs } from '../../../platform/database/jobs/background-jobs.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import type { Json } from '../../../platform/http/json.js';
import { BodyReading, MAX_COUNT } from '../report/body-reading.js';
import type { EdgePageQuery, EdgesResponse } from './edge.dto.js';
import { ADD_NEW, FORGET, LIST, UPDATE_KNOWN } from './edge.sql.js';

/** Maximum number of edges in a report, and how deep they can be below each other. */
const MAX_EDGES = 100;
const MAX_DEPTH = 5;
/** Maximum number of paths whose requests are added up. */
const MAX_PATHS = 200;

/** Times of requests in milliseconds, and their number. */
interface Latency {
  avg: number;
  count: number;
  p99: number;
}

/** What an edge reports, without what is not shown. */
interface ReportedEdge {
  identifier: string;
  appName: string;
  edgeVersion: string;
  region: string | null;
  hosting: string | null;
  /** The edge through which it reports; null for none. */
  upstream: string | null;
  startedAt: string;
  figures: {
    cpuUsage: number | null;
    memoryUsage: number | null;
    connectedStreamingClients: number;
    requests: { get: number; post: number; accessDenied: number; cached: number };
    latencyUpstream: { features: Latency; metrics: Latency; edge: Latency };
  };
}

/**
 * Reads the report of an edge and of those that are connected to it. Missing figures count as 0.
 * @throws BadDataError when it is invalid, or contains too many edges.
 */
function readEdges(body: unknown): ReportedEdge[] {
  const reading = new BodyReading();
  const edges = new Map<string, ReportedEdge>();
  collect(body, '/body', null, 1);
  reading.finish();
  return [...edges.values()];

  function collect(value: unknown, path: string, upstream: string | null, depth: number): void {
    const given = reading.object(value, path);
    const edge = readEdge(reading, given, path, upstream);
    if (!edges.has(edge.identifier)) edges.set(edge.identifier, edge);
    const connected = `${path}/connectedEdges`;
    const list = reading.list(given['connectedEdges'] ?? [], connected);
    if (depth === MAX_DEPTH && list.length > 0)
      return reading.refuse(connected, `empty, because there are ${MAX_DEPTH} edges in a row`);
    if (edges.size + list.length > MAX_EDGES)
      return reading.refuse(connected, `a list, for at most ${MAX_EDGES} edges in a report`);
    for (const [n, one] of list.entries())
      collect(one, `${connected}/${n}`, edge.identifier, depth + 1);
  }
}

function readEdge(
  reading: BodyReading,
  given: Record<string, unknown>,
  path: string,
  upstream: string | null,
): ReportedEdge {
  const text = (name: string, max: number): string =>
    reading.text(given[name], `${path}/${name}`, max);
  const optional = (name: string): string | null =>
    reading.optionalText(given[name], `${path}/${name}`, 100) ?? null;
  const started = reading.moment(given['started'], `${path}/started`);
  return {
    identifier: text('identifier', 100),
    appName: text('appName', 255),
    edgeVersion: text('edgeVersion', 100),
    region: optional('region'),
    hosting: optional('hosting'),
    upstream,
    startedAt: new Date(Math.min(Math.max(started, 0), Date.now())).toISOString(),
    figures: readFigures(reading, given, path),
  };
}

function readFigures(
  reading: BodyReading,
  given: Record<string, unknown>,
  path: string,
): ReportedEdge['figures'] {
  const part = (name: string): Record<string, unknown> =>
    reading.object(given[name] ?? {}, `${path}/${name}`);
  const [process, traffic, upstream] = ['processMetrics', 'traffic', 'latencyUpstream'].map(part);
  const usage = (name: string): number | null => {
    const value = process![name] ?? null;
    return value === null ? null : reading.amount(value, `${path}/processMetrics/${name}`);
  };
  const requests = (name: string): number =>
    requestsIn(reading, traffic![name], `${path}/traffic/${name}`);
  const times = (name: string): Latency =>
    latencyIn(reading, upstream![name], `${path}/latencyUpstream/${name}`);
  const clients = 'connectedStreamingClients';
  const [get, post] = [requests('get'), requests('post')];
  const [accessDenied, cached] = [requests('accessDenied'), requests('cachedResponses')];
  return {
    ...{ cpuUsage: usage('cpuUsage'), memoryUsage: usage('memoryUsage') },
    connectedStreamingClients: reading.amount(given[clients] ?? 0, `${path}/${clients}`),
    requests: { get, post, accessDenied, cached },
    latencyUpstream: {
      features: times('features'),
      metrics: times('metrics'),
      edge: times('edge'),
    },
  };
}

/** The number of requests of all paths; what is beyond exact integers counts as the largest. */
function requestsIn(reading: BodyReading, value: unknown, path: string): number {
  const paths = Object.entries(reading.object(value ?? {}, path)).slice(0, MAX_PATHS);
  const counts = paths.map(([name, one]) => latencyIn(reading, one, `${path}/${name}`).count);
  return Math.min(
    counts.reduce((sum, count) => sum + count, 0),
    MAX_COUNT,
  );
}

function latencyIn(reading: BodyReading, value: unknown, path: string): Latency {
  const given = reading.object(value ?? {}, path);
  const amount = (name: string): number => reading.amount(given[name] ?? 0, `${path}/${name}`);
  return { avg: amount('avg'), count: amount('count'), p99: amount('p99') };
}

const FORGET_EVERY_MS = 60 * 60_000;

/** Keeps what edges report about themselves, which only tells operators how they are. */
@Injectable()
export class EdgeService {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    jobs: BackgroundJobs,
  ) {
    jobs.add({
      name: 'edge-cleanup',
      everyMs: FORGET_EVERY_MS,
      run: async () => void (await database.run(FORGET)),
    });
  }

  /**
   * Stores the report of an edge. Edges are told apart within the environment of the token. Only
   * reports of new edges wait for each other, so that their number stays within the limit.
   * @throws BadDataError when the body is invalid.
   */
  async report(body: unknown, caller: Caller): Promise<void> {
    const edges = readEdges(body);
    const { environment = '*' } = caller as TokenCaller;
    const values = [environment, JSON.stringify(edges)] as const;
    const [row] = await this.database.run(UPDATE_KNOWN, [...values]);
    if (!row!.hasNew || !row!.hasRoom) return;
    await this.unitOfWork.run(caller, async (tx) => {
      await tx.lockName('edgeQuotas', `edges of ${environment}`);
      await tx.query(ADD_NEW, [...values]);
    });
  }

  async list({ limit, offset }: EdgePageQuery): Promise<Json<EdgesResponse>> {
    const [row] = await this.database.run(LIST, [limit, offset]);
    return row!.edges;
  }
}
