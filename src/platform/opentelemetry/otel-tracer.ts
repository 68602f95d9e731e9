import type { IncomingMessage } from 'node:http';
import {
  context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer as OtelApiTracer,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type {
  DatabaseServer,
  RequestEnd,
  RequestSpan,
  SpanCounts,
  SpanIds,
  Tracer,
} from '../tracing/tracing.js';

/** Methods with a name in the semantic conventions; others are reported as `_OTHER`. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const SQLSTATE = /^[0-9A-Z]{5}$/;
const propagator = new W3CTraceContextPropagator();

/**
 * Records spans with OpenTelemetry, by its semantic conventions. Paths, queries, URLs of webhooks,
 * SQL texts and messages of errors are not recorded, because they can contain secrets.
 */
export class OtelTracer implements Tracer {
  constructor(
    private readonly tracer: OtelApiTracer,
    readonly spans: SpanCounts,
  ) {}

  request({ method = '', headers, httpVersion }: IncomingMessage): RequestSpan {
    const known = METHODS.has(method) ? method : undefined;
    const span = this.tracer.startSpan(
      known ?? 'HTTP',
      {
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': known ?? '_OTHER',
          'network.protocol.version': httpVersion,
        },
      },
      // Ignores a traceparent that is not valid.
      propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter),
    );
    const inSpan = trace.setSpan(context.active(), span);
    return {
      run: (work) => context.with(inSpan, work),
      end: (how) => endRequest(span, known ?? 'HTTP', how),
    };
  }

  statement<T>(name: string, server: DatabaseServer, send: () => T): T {
    // Statements of unrecorded requests and of the time after a request have no span.
    if (!trace.getActiveSpan()?.isRecording()) return send();
    const span = this.tracer.startSpan(name, {
      kind: SpanKind.CLIENT,
      attributes: {
        'db.system.name': 'postgresql',
        'db.query.summary': name,
        'server.address': server.host,
        'server.port': server.port,
        ...(server.database === undefined ? {} : { 'db.namespace': server.database }),
      },
    });
    const sent = send();
    if (!(sent instanceof Promise)) return (span.end(), sent);
    sent.then(
      (result: { rowCount?: number | null } | undefined) => {
        const rows = result?.rowCount;
        if (typeof rows === 'number') span.setAttribute('db.response.returned_rows', rows);
        span.end();
      },
      (error: unknown) => failStatement(span, error),
    );
    return sent;
  }

  detached<T>(work: () => T): T {
    return context.with(ROOT_CONTEXT, work);
  }

  async outgoing<T extends { status: number }>(
    method: string,
    url: URL,
    send: (headers: Record<string, string>) => Promise<T>,
  ): Promise<T> {
    const span = this.tracer.startSpan(method, {
      kind: SpanKind.CLIENT,
      attributes: {
        'http.request.method': method,
        'url.scheme': url.protocol.slice(0, -1),
        'server.address': url.hostname,
        'server.port': Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
      },
    });
    const inSpan = trace.setSpan(context.active(), span);
    const headers: Record<string, string> = {};
    propagator.inject(inSpan, headers, defaultTextMapSetter);
    try {
      const answer = await context.with(inSpan, () => send(headers));
      span.setAttribute('http.response.status_code', answer.status);
      if (answer.status >= 400) fail(span, String(answer.status));
      return answer;
    } catch (error) {
      fail(span, typeOf(error));
      throw error;
    } finally {
      span.end();
    }
  }

  ids(): SpanIds | undefined {
    const found = trace.getActiveSpan()?.spanContext();
    return found && { trace_id: found.traceId, span_id: found.spanId };
  }
}

function endRequest(span: Span, method: string, { route, status }: RequestEnd): void {
  if (!span.isRecording()) return;
  if (route !== undefined) {
    span.updateName(`${method} ${route}`);
    span.setAttribute('http.route', route);
  }
  if (status === undefined) span.setAttribute('error.type', 'client_disconnected');
  else span.setAttribute('http.response.status_code', status);
  if (status !== undefined && status >= 500) fail(span, String(status));
  span.end();
}

function failStatement(span: Span, error: unknown): void {
  const { code } = (error ?? {}) as { code?: unknown };
  const isSqlState = typeof code === 'string' && SQLSTATE.test(code);
  if (isSqlState) span.setAttribute('db.response.status_code', code);
  fail(span, typeOf(error));
  span.end();
}

/** The code of an error or its class. Its message may contain values. */
function typeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  if (typeof code === 'string') return code;
  return typeof name === 'string' ? name : '_OTHER';
}

function fail(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
