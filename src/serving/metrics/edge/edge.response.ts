import { ApiProperty } from '@nestjs/swagger';

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
