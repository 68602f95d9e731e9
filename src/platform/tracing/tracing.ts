import type { IncomingMessage } from 'node:http';

/** Identifies the current span in log lines. */
export interface SpanIds {
  trace_id: string;
  span_id: string;
}

/** How a request ended. */
export interface RequestEnd {
  /** Route template; undefined without a route. */
  route: string | undefined;
  /** Undefined when the client disconnected before the end of the response. */
  status: number | undefined;
}

/** The span of a request. */
export interface RequestSpan {
  /** Runs work as part of the request. */
  run(work: () => void): void;
  /** Ends the span. Only the first call counts. */
  end(how: RequestEnd): void;
}

/** The server of a statement. */
export interface DatabaseServer {
  readonly host: string;
  readonly port: number;
  readonly database?: string | undefined;
}

/** Runs work as part of a request that began earlier, so that its trace shows what is done. */
export type Within = <T>(work: () => T) => T;

/** Numbers of spans by what became of them. */
export interface SpanCounts {
  /** Accepted by the collector. */
  exported: number;
  /** Sent, but not accepted by the collector. */
  failed: number;
  /** Never sent, because too many were waiting. */
  dropped: number;
}

/**
 * Records what the service does as spans. The implementation is loaded only if a collector is
 * configured, see ADR 41.
 */
export interface Tracer {
  readonly spans: SpanCounts;
  /** Begins the span of a request, which continues the trace of the caller. */
  request(request: IncomingMessage): RequestSpan;
  /**
   * Sends a statement within a span, if it belongs to a recorded request.
   * @param name Name of the statement, without values of parameters.
   */
  statement<T>(name: string, server: DatabaseServer, send: () => T): T;
  /**
   * Runs work of the background, which does not belong to the request whose change or timer began
   * it.
   */
  detached<T>(work: () => T): T;
  /**
   * Sends a request to another server within a span.
   * @param send Sends it with these headers, which continue the trace.
   */
  outgoing<T extends { status: number }>(
    method: string,
    url: URL,
    send: (headers: Record<string, string>) => Promise<T>,
  ): Promise<T>;
  /** The current span; undefined outside of requests. */
  ids(): SpanIds | undefined;
}

/** The tracer of this process; undefined without a collector. */
export const tracing: { current: Tracer | undefined } = { current: undefined };
