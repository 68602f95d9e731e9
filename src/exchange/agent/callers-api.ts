import { type IncomingMessage, request, type Server } from 'node:http';
import { duplexPair } from 'node:stream';

/** Upper bound on what an agent gets at once, in characters. */
const MAX_CHARACTERS = 200_000;
/** How long an answer may take. Longer ones are too large for an agent anyway. */
const TIMEOUT_MS = 20_000;
/** What says who calls, and from where. */
const HEADERS = ['authorization', 'forwarded', 'x-forwarded-for', 'user-agent'] as const;

/** What this service answered. */
export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** What an agent asked for is too much, or takes too long. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError';
}

/**
 * Calls the API of this service like the caller of a request, from the same address, so that an
 * agent can do what its token can do and nothing else: everything is checked, limited, measured and
 * recorded as if it had been called directly. No port is used.
 */
export class CallersApi {
  private readonly headers: Record<string, string>;
  private readonly address: string | undefined;

  /** @param caller A request of the caller. */
  constructor(
    private readonly server: Server,
    private readonly basePath: string,
    caller: Pick<IncomingMessage, 'headers' | 'socket'>,
  ) {
    const sent = HEADERS.flatMap((name) => {
      const value = caller.headers[name];
      return typeof value === 'string' ? [[name, value] as const] : [];
    });
    this.headers = Object.fromEntries(sent);
    this.address = caller.socket.remoteAddress;
  }

  /**
   * @param path Below the base path, with a query.
   * @throws AnswerError
   */
  ask(method: string, path: string, body?: unknown): Promise<Answer> {
    const [own, other] = duplexPair();
    this.server.emit('connection', Object.assign(other, { remoteAddress: this.address }));
    const text = body === undefined ? undefined : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          method,
          path: this.basePath + path,
          headers: {
            host: 'localhost',
            ...this.headers,
            ...(text === undefined ? {} : { 'content-type': 'application/json' }),
          },
          createConnection: () => own,
          signal: AbortSignal.timeout(TIMEOUT_MS),
        },
        (response) => void textOf(response).then(resolve, reject),
      );
      sent.on('error', (error) =>
        reject(error.name === 'AbortError' ? new AnswerError('It takes too long.') : error),
      );
      sent.end(text);
    });
  }
}

async function textOf(response: IncomingMessage): Promise<Answer> {
  let text = '';
  response.setEncoding('utf8');
  for await (const part of response) {
    text += part as string;
    if (text.length > MAX_CHARACTERS) {
      response.destroy();
      throw new AnswerError(
        `The answer has more than ${MAX_CHARACTERS} characters. Ask for less, such as one project.`,
      );
    }
  }
  return { status: response.statusCode!, text };
}
