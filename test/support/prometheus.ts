import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a query finds: a body, or what answers by itself. */
export type Answering = object | ((request: IncomingMessage, response: ServerResponse) => void);

/** The HTTP API of Prometheus as far as safeguards ask it, with the answers that a test gives. */
export class PrometheusStandIn {
  /** The queries that came, with their headers. */
  readonly asked: { path: string; query: URLSearchParams; authorization: string | undefined }[] =
    [];
  private readonly answers = new Map<string, Answering>();

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {
    server.on('request', (request, response) => this.respond(request, response));
  }

  static async start(): Promise<PrometheusStandIn> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return new PrometheusStandIn(server, `http://127.0.0.1:${port}`);
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** Lets a query find something from now on. */
  answer(query: string, answer: Answering): void {
    this.answers.set(query, answer);
  }

  private respond(request: IncomingMessage, response: ServerResponse): void {
    const { pathname: path, searchParams: query } = new URL(request.url!, this.url);
    this.asked.push({ path, query, authorization: request.headers.authorization });
    const answer = this.answers.get(query.get('query') ?? '') ?? refusal('unknown metric');
    if (typeof answer === 'function') return answer(request, response);
    const status = 'errorType' in answer ? 400 : 200;
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(answer));
  }
}

/** Answers of Prometheus. */
export const found = (resultType: string, result: unknown): object => ({
  status: 'success',
  data: { resultType, result },
});
export const vector = (...values: string[]): object =>
  found(
    'vector',
    values.map((value, n) => ({ metric: { n: String(n) }, value: [1_700_000_000, value] })),
  );
export const refusal = (error: string): object => ({
  ...{ status: 'error', errorType: 'bad_data', error },
});
