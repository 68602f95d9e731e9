import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from './waiting.js';

/** A request that the receiver got. */
export interface Received {
  path: string;
  /** When it arrived, in milliseconds since 1970. */
  at: number;
  headers: IncomingHttpHeaders;
  body: string;
  /** The body, if it is an event. */
  event: { id: number; type: string; featureName: string | null; [property: string]: unknown };
}

/** A receiver of webhooks that records requests and responds as configured. */
export class Receiver {
  readonly received: Received[] = [];
  /** Statuses of the next responses, one after the other; 200 when there are none left. */
  readonly answers: (number | 'never')[] = [];
  /** Paths that get no response. */
  readonly silentAt = new Set<string>();
  /** Delay of responses in milliseconds. */
  delay = 0;

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        this.note(request.url ?? '', request.headers, Buffer.concat(chunks).toString());
        if (this.silentAt.has(request.url ?? '')) return;
        const status = this.answers.shift() ?? 200;
        if (status === 'never') return;
        setTimeout(() => response.writeHead(status, { location: '/redirected' }).end(), this.delay);
      });
    });
  }

  static async start(port = 0): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Waits for a number of requests to a path, and returns them. */
  async until(count: number, path = '/'): Promise<Received[]> {
    await until(() => this.at(path).length >= count);
    return this.at(path);
  }

  at(path: string): Received[] {
    return this.received.filter((one) => one.path === path);
  }

  private note(path: string, headers: IncomingHttpHeaders, body: string): void {
    this.received.push({ path, at: Date.now(), headers, body, event: eventIn(body) });
  }
}

function eventIn(body: string): Received['event'] {
  try {
    return JSON.parse(body) as Received['event'];
  } catch {
    return {} as Received['event']; // the body is not JSON, because a template rendered it
  }
}
