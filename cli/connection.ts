import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** How often a request that got no answer is sent again. */
const RETRIES = 3;
const RETRY_AFTER_MS = 500;
const TIMEOUT_MS = 35_000;

/** What went wrong, for people: it is printed without a stack. */
export class CliError extends Error {
  constructor(
    message: string,
    /** 1: it was refused or is not there; 2: used wrongly, or the service cannot be reached. */
    readonly exitCode: 1 | 2 = 1,
  ) {
    super(message);
  }
}

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export interface RequestOptions {
  method?: 'GET' | 'POST';
  query?: Query;
  body?: unknown;
}

/** The service and a token for it, from `FLAGS_URL` and `FLAGS_TOKEN`. */
export class Connection {
  /** @throws CliError when a variable is missing. */
  static fromEnvironment(env: NodeJS.ProcessEnv): Connection {
    const { FLAGS_URL: url, FLAGS_TOKEN: token } = env;
    if (!url)
      throw new CliError(
        'Set FLAGS_URL to the address of the service, such as http://localhost:4242.',
        2,
      );
    if (!token)
      throw new CliError('Set FLAGS_TOKEN to an admin token or a personal access token.', 2);
    return new Connection(url.replace(/\/+$/, ''), token);
  }

  constructor(
    readonly url: string,
    readonly token: string,
  ) {}

  /**
   * Sends a request and returns the JSON of its answer. It is repeated when the connection breaks;
   * the key makes the service carry out a repeated write once.
   * @throws CliError with what the service says when it refuses, or when it cannot be reached.
   */
  async request<T>(path: string, options: RequestOptions = {}): Promise<T> {
    const response = await this.send(path, options);
    const text = await response.text();
    if (!response.ok) throw refusal(response.status, text);
    return (text ? JSON.parse(text) : undefined) as T;
  }

  /** Opens a stream of server-sent events. */
  async stream(path: string): Promise<ReadableStream<Uint8Array>> {
    const response = await fetch(`${this.url}${path}`, { headers: this.headers() });
    if (!response.ok) throw refusal(response.status, await response.text());
    return response.body as ReadableStream<Uint8Array>;
  }

  private headers(): Record<string, string> {
    return { authorization: this.token, 'content-type': 'application/json' };
  }

  private async send(
    path: string,
    { method = 'GET', query = {}, body }: RequestOptions,
  ): Promise<Response> {
    const url = new URL(`${this.url}${path}`);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const init: RequestInit = {
      method,
      headers: {
        ...this.headers(),
        ...(method === 'POST' && query['dryRun'] === undefined
          ? { 'idempotency-key': randomUUID() }
          : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    for (let left = RETRIES; ; left--)
      try {
        return await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
      } catch (error) {
        if (left === 0) throw unreachable(this.url, error as Error);
        await sleep(RETRY_AFTER_MS);
      }
  }
}

function unreachable(url: string, error: Error): CliError {
  const cause = (error.cause as Error | undefined)?.message ?? error.message;
  return new CliError(`${url} cannot be reached: ${cause}`, 2);
}

function refusal(status: number, text: string): CliError {
  let message = text;
  try {
    message = (JSON.parse(text) as { message?: string }).message ?? text;
  } catch {
    // Not from the service, such as the page of a proxy.
  }
  return new CliError(`${message.slice(0, 1000)} (${status})`);
}
