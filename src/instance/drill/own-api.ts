import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DrillError } from './drill.js';

/** Upper bound on an answer about the reserved features. */
const MAX_BYTES = 4_194_304;
/** How long a request may be silent. */
const TIMEOUT_MS = 2_000;
const JSON_TYPE = 'application/json';

/** What this instance answered. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends requests to this instance, over its own port like any SDK. */
export class OwnApi {
  private isClosed = false;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 4 });

  /**
   * @param address Where this instance listens; null before it does.
   * @param secret Token of the requests.
   */
  constructor(
    private readonly address: () => AddressInfo | string | null,
    private readonly basePath: string,
    private readonly secret: string,
  ) {}

  /** The port on which this instance listens; undefined before it does. */
  get port(): number | undefined {
    const address = this.address();
    return typeof address === 'object' ? address?.port : undefined;
  }

  close(): void {
    this.isClosed = true;
    this.agent.destroy();
  }

  /** @throws Error when there is no answer in time. */
  async ask(path: string, etag: string | undefined, body?: object): Promise<Answer> {
    const response = await this.open(
      path,
      {
        ...(etag === undefined ? {} : { 'if-none-match': etag }),
        ...(body && { 'content-type': JSON_TYPE }),
      },
      body && JSON.stringify(body),
    );
    let text = '';
    response.setEncoding('utf8');
    for await (const part of response) {
      text += part as string;
      if (text.length > MAX_BYTES) throw new DrillError('The answer is too long.');
    }
    return { status: response.statusCode!, headers: response.headers, text };
  }

  /** Begins a request. The caller reads the answer, or destroys it. */
  open(
    path: string,
    headers: Record<string, string>,
    body?: string,
    isStream = false,
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          ...this.target,
          path: this.basePath + path,
          method: body === undefined ? 'GET' : 'POST',
          headers: { ...headers, authorization: this.secret },
          agent: isStream ? false : this.agent,
          timeout: isStream ? 0 : TIMEOUT_MS,
        },
        resolve,
      );
      sent.on('timeout', () => sent.destroy(new DrillError('There was no answer in time.')));
      sent.on('error', reject);
      sent.end(body);
    });
  }

  private get target(): { host: string; port: number } | { socketPath: string } {
    const address = this.address();
    if (this.isClosed) throw new DrillError('This instance is stopping.');
    if (address === null) throw new DrillError('It does not listen yet.');
    if (typeof address === 'string') return { socketPath: address };
    const host = { '::': '::1', '0.0.0.0': '127.0.0.1' }[address.address] ?? address.address;
    return { host, port: address.port };
  }
}
