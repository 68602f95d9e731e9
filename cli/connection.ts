import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { printable } from './output.js';

/** Maximum number of repetitions of a request that got no response. */
const RETRIES = 3;
const RETRY_AFTER_MS = 500;
const TIMEOUT_MS = 35_000;
/**
 * A stream without data for this long is broken: the service sends a heartbeat every 20 seconds.
 */
const SILENCE_MS = 60_000;
/** Maximum number of printed characters of an error message. */
const MAX_MESSAGE = 1000;
/** Characters that a header may contain. */
const HEADER = /^[\x21-\x7e]+$/;

/** An error of the command, which is printed without its stack. */
export class CliError extends Error {
  constructor(
    message: string,
    /**
     * Exit code. 1: the service refused the request, or the object does not exist; 2: wrong usage,
     * or the service cannot be reached.
     */
    readonly exitCode: 1 | 2 = 1,
    /** HTTP status of the response, if there was one. */
    readonly status?: number,
  ) {
    super(message);
  }
}

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT';
  query?: Query;
  body?: unknown;
  /** Whether it changes nothing although it is a POST, so that repeating it does no harm. */
  changesNothing?: boolean;
}

/**
 * The service and a token for it, from `FLAGS_URL`, and `FLAGS_TOKEN` or else the token that
 * `FLAGS_ID_TOKEN` is exchanged for with the first request.
 */
export class Connection {
  private given?: Promise<string>;

  /** @throws CliError when a variable is missing. */
  static fromEnvironment(env: NodeJS.ProcessEnv): Connection {
    const { FLAGS_URL: url, FLAGS_TOKEN: token, FLAGS_ID_TOKEN: idToken } = env;
    if (!url)
      throw new CliError(
        'Set FLAGS_URL to the address of the service, such as http://localhost:4242.',
        2,
      );
    if (!token && !idToken)
      throw new CliError(
        'Set FLAGS_TOKEN to an admin token or a personal access token, or FLAGS_ID_TOKEN to the ' +
          'token that a CI system has signed for its job.',
        2,
      );
    if (!URL.canParse(url) || !/^https?:/i.test(url))
      throw new CliError('FLAGS_URL must begin with http:// or https://.', 2);
    if (token && !HEADER.test(token))
      throw new CliError('FLAGS_TOKEN contains a line break, or another invalid character.', 2);
    const address = url.replace(/\/+$/, '');
    return new Connection(address, () =>
      token ? Promise.resolve(token) : exchanged(address, idToken!, env['FLAGS_CREDENTIAL']),
    );
  }

  private constructor(
    readonly url: string,
    /** Called once. */
    private readonly getToken: () => Promise<string>,
  ) {}

  /**
   * Sends a request and returns the JSON of its response. The request is repeated when the
   * connection breaks; an idempotency key makes the service carry out a repeated write once.
   * @throws CliError with the message of the service when it refuses, or when it cannot be reached.
   */
  async request<T>(path: string, options: RequestOptions = {}): Promise<T> {
    return answerOf<T>(this.url, await this.send(path, options));
  }

  /**
   * The texts of a stream of server-sent events, until the stream ends, is silent for too long or
   * is interrupted.
   */
  async *stream(path: string, interrupted: AbortSignal): AsyncGenerator<string> {
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(), SILENCE_MS);
    try {
      const response = await fetch(`${this.url}${path}`, {
        headers: await this.headers(),
        redirect: 'manual',
        signal: AbortSignal.any([silence.signal, interrupted]),
      });
      if (!response.ok) throw refusal(response, await response.text());
      const decoder = new TextDecoder();
      for await (const chunk of response.body!) {
        timer.refresh();
        yield decoder.decode(chunk as Uint8Array, { stream: true });
      }
    } finally {
      clearTimeout(timer);
    }
  }

  private async headers(): Promise<Record<string, string>> {
    const authorization = await (this.given ??= this.getToken());
    return { authorization, 'content-type': 'application/json' };
  }

  private async send(
    path: string,
    { method = 'GET', query = {}, body, changesNothing }: RequestOptions,
  ): Promise<Response> {
    const url = new URL(`${this.url}${path}`);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const headers = {
      ...(await this.headers()),
      ...(method === 'POST' && query['dryRun'] === undefined && !changesNothing
        ? { 'idempotency-key': randomUUID() }
        : {}),
    };
    return attempted(this.url, url, {
      ...{ method, headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
}

/** Exchanges the token of a pipeline for one of the service. */
async function exchanged(
  address: string,
  idToken: string,
  credential: string | undefined,
): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    subject_token: idToken,
    ...(credential ? { credential } : {}),
  });
  const url = new URL(`${address}/auth/oidc/exchange`);
  const response = await attempted(address, url, { method: 'POST', body });
  return (await answerOf<{ access_token: string }>(address, response)).access_token;
}

/** Sends a request again when the connection breaks. */
async function attempted(address: string, url: URL, init: RequestInit): Promise<Response> {
  for (let left = RETRIES; ; left--)
    try {
      // Redirects are not followed, because a redirected POST would become a GET.
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      return await fetch(url, { ...init, redirect: 'manual', signal });
    } catch (error) {
      if (left === 0) throw unreachable(address, error as Error);
      await sleep(RETRY_AFTER_MS);
    }
}

/** The JSON of a response. @throws CliError when it is a refusal. */
async function answerOf<T>(address: string, response: Response): Promise<T> {
  const text = await response.text().catch((error: unknown) => {
    throw unreachable(address, error as Error);
  });
  if (!response.ok) throw refusal(response, text);
  try {
    return (text ? JSON.parse(text) : undefined) as T;
  } catch {
    throw new CliError(`${address} answers no JSON. Is it the address of the service?`, 2);
  }
}

function unreachable(url: string, error: Error): CliError {
  const { message, code } = (error.cause ?? error) as Error & { code?: string };
  // Errors of several addresses of one host have a code, but no message.
  return new CliError(`${url} cannot be reached: ${message || code}`, 2);
}

/** The error message of the service, or where a redirect leads. */
function refusal({ status, headers }: Response, text: string): CliError {
  const location = headers.get('location');
  if (status < 400 && location)
    return new CliError(
      `The service is elsewhere: ${printable(location)}. Set FLAGS_URL to it.`,
      2,
    );
  let message = text;
  try {
    // The manifest of OpenFeature has errors of another form.
    const answer = JSON.parse(text) as { message?: string; error?: { message?: string } };
    message = answer.message ?? answer.error?.message ?? text;
  } catch {
    // The response is not from the service; it may be the error page of a proxy.
  }
  return new CliError(`${printable(String(message).slice(0, MAX_MESSAGE))} (${status})`, 1, status);
}
