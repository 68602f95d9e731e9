import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  doubleIn,
  doublesIn,
  hexIn,
  integersIn,
  type Message,
  messageOf,
  messages,
  numberIn,
  textIn,
} from './protobuf.js';
import { until } from './waiting.js';

export type Attributes = Record<string, string | number | boolean | undefined>;

/** A span as a collector receives it. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentId: string;
  name: string;
  kind: 'internal' | 'server' | 'client';
  attributes: Attributes;
  isError: boolean;
  resource: Attributes;
}

/** A series of a metric as a collector receives it. */
export interface ReceivedSeries {
  name: string;
  unit: string;
  type: 'gauge' | 'sum' | 'histogram';
  attributes: Attributes;
  /** Of a histogram: the number of values. */
  value: number;
  buckets?: { boundaries: number[]; counts: number[] };
  resource: Attributes;
}

const KINDS = { 1: 'internal', 2: 'server', 3: 'client' } as const;

/** A collector of OpenTelemetry: OTLP over HTTP with Protocol Buffers. */
export class Collector {
  readonly spans: ReceivedSpan[] = [];
  series: ReceivedSeries[] = [];
  readonly requests: { path: string; headers: IncomingHttpHeaders }[] = [];
  /** Status of its responses; `never` to send none. */
  status: number | 'never' = 200;

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        this.requests.push({ path: request.url ?? '', headers: request.headers });
        if (this.status === 'never') return;
        if (this.status === 200) this.take(request.url ?? '', Buffer.concat(chunks));
        response.writeHead(this.status, { 'content-type': 'application/x-protobuf' }).end();
      });
    });
  }

  static async start(): Promise<Collector> {
    const server = createServer();
    const collector = new Collector(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Waits for a span. */
  async span(is: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan> {
    await until(async () => this.spans.some(is));
    return this.spans.find(is)!;
  }

  private take(path: string, body: Buffer): void {
    if (path === '/v1/traces') this.spans.push(...spansOf(messageOf(body)));
    if (path === '/v1/metrics') this.series.push(...seriesOf(messageOf(body)));
  }
}

function spansOf(body: Message): ReceivedSpan[] {
  return messages(body, 1).flatMap((ofResource) => {
    const resource = attributesOf(messages(ofResource, 1)[0]!, 1);
    const spans = messages(ofResource, 2).flatMap((scope) => messages(scope, 2));
    return spans.map((span) => ({
      traceId: hexIn(span, 1),
      spanId: hexIn(span, 2),
      parentId: hexIn(span, 4),
      name: textIn(span, 5),
      kind: KINDS[numberIn(span, 6) as keyof typeof KINDS],
      attributes: attributesOf(span, 9),
      isError: messages(span, 15).some((status) => numberIn(status, 3) === 2),
      resource,
    }));
  });
}

const TYPES = [
  ['gauge', 5],
  ['sum', 7],
  ['histogram', 9],
] as const;

function seriesOf(body: Message): ReceivedSeries[] {
  return messages(body, 1).flatMap((ofResource) => {
    const resource = attributesOf(messages(ofResource, 1)[0]!, 1);
    const metrics = messages(ofResource, 2).flatMap((scope) => messages(scope, 2));
    return metrics.flatMap((metric) => {
      const about = { name: textIn(metric, 1), unit: textIn(metric, 3), resource };
      return TYPES.flatMap(([type, field]) =>
        messages(metric, field)
          .flatMap((data) => messages(data, 1))
          .map((point) => ({ ...about, type, ...pointOf(type, point) })),
      );
    });
  });
}

function pointOf(
  type: ReceivedSeries['type'],
  point: Message,
): Pick<ReceivedSeries, 'attributes' | 'value' | 'buckets'> {
  if (type !== 'histogram')
    return { attributes: attributesOf(point, 7), value: doubleIn(point, 4) ?? 0 };
  const [value = 0] = integersIn(point, 4);
  const buckets = { boundaries: doublesIn(point, 7), counts: integersIn(point, 6) };
  return { attributes: attributesOf(point, 9), value, buckets };
}

function attributesOf(message: Message, field: number): Attributes {
  return Object.fromEntries(
    messages(message, field).map((pair) => {
      const value = messages(pair, 2)[0]!;
      if (value.has(1)) return [textIn(pair, 1), textIn(value, 1)];
      if (value.has(2)) return [textIn(pair, 1), numberIn(value, 2) === 1];
      return [textIn(pair, 1), value.has(3) ? numberIn(value, 3) : doubleIn(value, 4)];
    }),
  );
}
