import { ApiProperty } from '@nestjs/swagger';
import { Within } from '../../../platform/http/validation/shape.decorators.js';

/** A page of edges. */
export class EdgePageQuery {
  /** Number of edges to skip. 0 by default. */
  @Within({ min: 0, max: 1_000_000, preset: 0 })
  offset: number = 0;
  /** Number of edges to return, 1 to 100; 50 by default. */
  @Within({ min: 1, max: 100, preset: 50 })
  limit: number = 50;
}

// These classes only document the body; the report parser validates it.

/** Times of requests. */
export class EdgeLatencyDto {
  /** Average in milliseconds. */
  @ApiProperty({ minimum: 0 })
  avg: number;
  /** Number of requests. */
  @ApiProperty({ minimum: 0 })
  count: number;
  /** 99th percentile in milliseconds. */
  @ApiProperty({ minimum: 0 })
  p99: number;
}

/** Use of resources by an edge. */
export class EdgeProcessDto {
  /** Use of processors. */
  @ApiProperty({ minimum: 0 })
  cpuUsage: number;
  /** Use of memory. */
  @ApiProperty({ minimum: 0 })
  memoryUsage: number;
}

const BY_PATH = {
  type: 'object',
  additionalProperties: { $ref: '#/components/schemas/EdgeLatencyDto' },
} as const;

/** Requests to an edge by path; at most 200 paths of each kind are counted. */
export class EdgeTrafficDto {
  /** Answered GET requests. */
  @ApiProperty(BY_PATH)
  get: Record<string, EdgeLatencyDto>;
  /** Answered POST requests. */
  @ApiProperty(BY_PATH)
  post: Record<string, EdgeLatencyDto>;
  /** Refused requests. */
  @ApiProperty(BY_PATH)
  accessDenied: Record<string, EdgeLatencyDto>;
  /** Requests that were answered with 304. */
  @ApiProperty(BY_PATH)
  cachedResponses: Record<string, EdgeLatencyDto>;
}

/** Times of requests from an edge to this service, or to the edge before it. */
export class EdgeUpstreamDto {
  /** Requests for features. */
  features: EdgeLatencyDto;
  /** Reports of usage. */
  metrics: EdgeLatencyDto;
  /** Reports about edges. */
  edge: EdgeLatencyDto;
}

/** What an edge reports about itself. Further properties are ignored. */
export class EdgeInstanceDto {
  /** Unique name of the process, 1 to 100 characters. */
  identifier: string;
  /** Name of the application, 1 to 255 characters. */
  appName: string;
  /** Region in which it runs; null for none. */
  @ApiProperty({ required: false, nullable: true, type: String })
  region?: string | null;
  /** Version of the edge, 1 to 100 characters. */
  edgeVersion: string;
  /** Use of resources; null when unknown. */
  @ApiProperty({ required: false, nullable: true, type: EdgeProcessDto })
  processMetrics?: EdgeProcessDto | null;
  /** When it started. */
  @ApiProperty({ format: 'date-time' })
  started: string;
  /** Requests to it. */
  traffic: EdgeTrafficDto;
  /** How long requests took that it sent to its upstream: the service, or another edge. */
  latencyUpstream: EdgeUpstreamDto;
  /** Number of connected streams. */
  @ApiProperty({ minimum: 0 })
  connectedStreamingClients: number;
  /** Edges that are connected to it; at most 100 in a report, and 5 in a row. */
  @ApiProperty({ type: () => [EdgeInstanceDto] })
  connectedEdges: EdgeInstanceDto[];
  /** Where it is hosted. */
  hosting?: string;
}

/** Times of requests. */
export class EdgeLatencyResponse {
  /** Average in milliseconds. */
  avg: number;
  /** Number of requests. */
  count: number;
  /** 99th percentile in milliseconds. */
  p99: number;
}

/** Times of requests from an edge to this service, or to the edge before it. */
export class EdgeUpstreamResponse {
  /** Requests for features. */
  features: EdgeLatencyResponse;
  /** Reports of usage. */
  metrics: EdgeLatencyResponse;
  /** Reports about edges. */
  edge: EdgeLatencyResponse;
}

/** Numbers of requests to an edge, as it last reported them. */
export class EdgeRequestsResponse {
  /** Answered GET requests. */
  get: number;
  /** Answered POST requests. */
  post: number;
  /** Refused requests. */
  accessDenied: number;
  /** Requests that were answered with 304. */
  cached: number;
}

/** An edge, as it last reported. */
export class EdgeResponse {
  /** Unique name of the process. */
  identifier: string;
  /** Environment of the token with which it reports. */
  environment: string;
  /** Name of the application. */
  appName: string;
  /** Version of the edge. */
  edgeVersion: string;
  /** Region in which it runs; null for none. */
  @ApiProperty({ type: String })
  region: string | null;
  /** Where it is hosted; null when unknown. */
  @ApiProperty({ type: String })
  hosting: string | null;
  /** Identifier of the edge through which it reports; null for none. */
  @ApiProperty({ type: String })
  upstream: string | null;
  /** When it started. */
  @ApiProperty({ format: 'date-time' })
  started: string;
  /** When it last reported. */
  @ApiProperty({ format: 'date-time' })
  reportedAt: string;
  /** Use of processors; null when unknown. */
  @ApiProperty({ type: Number })
  cpuUsage: number | null;
  /** Use of memory; null when unknown. */
  @ApiProperty({ type: Number })
  memoryUsage: number | null;
  /** Number of connected streams. */
  connectedStreamingClients: number;
  /** Requests to it. */
  requests: EdgeRequestsResponse;
  /** How long requests took that it sent to its upstream: the service, or another edge. */
  latencyUpstream: EdgeUpstreamResponse;
}

/** Edges. */
export class EdgesResponse {
  /** A page of edges, those that reported last first. */
  edges: EdgeResponse[];
  /** Number of all edges. */
  @ApiProperty({ type: 'integer' })
  total: number;
}
