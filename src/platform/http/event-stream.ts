import type { Response } from 'express';

/** Content type of server-sent events. */
export const EVENT_STREAM = 'text/event-stream';

/** Headers of a response with server-sent events. */
export const EVENT_STREAM_HEADERS = {
  'Content-Type': `${EVENT_STREAM}; charset=utf-8`,
  'Cache-Control': 'no-cache, no-transform',
  // Disables response buffering in nginx and similar proxies.
  'X-Accel-Buffering': 'no',
};

/**
 * Follows whether the caller of a request keeps access. Calls `lost` once when not.
 * @returns Stops that.
 */
export type FollowCaller = (lost: () => void) => () => void;

/** Lets {@link beginStream} follow the caller of a request. */
export function followCallerWith(response: Response, follow: FollowCaller): void {
  response.locals.followCaller = follow;
}

/**
 * Marks a response that goes on for long: its duration is not a response time.
 * @param lost Called once when the caller loses access: from then on nothing may be shown.
 * @throws Error when the operation does not declare that it streams or waits.
 */
export function beginStream(response: Response, lost: () => void): void {
  const follow = response.locals.followCaller;
  if (!follow) throw new Error('An operation that streams must declare `streams` in @Endpoint.');
  response.locals.isStream = true;
  response.emit('stream');
  const stop = follow(lost);
  if (response.closed) stop();
  else response.once('close', stop);
}

const HEARTBEAT_MS = 15_000;
/** A client that has not read for this long is disconnected. */
const MAX_SILENCE_MS = 30_000;
/** Time after which a stream ends, so that the client has to authenticate again. */
export const MAX_STREAM_MS = 300_000;

/** Sends server-sent events to a client, which may read them slowly or not at all. */
export class EventStreamResponse {
  private readonly openedAt = performance.now();
  private sentAt = this.openedAt;

  /** Sends the headers. A request for the headers only is answered completely. */
  constructor(
    private readonly response: Response,
    private readonly maxMs = MAX_STREAM_MS,
  ) {
    beginStream(response, () => this.end());
    // A broken socket is also reported by `close`.
    response.on('error', () => undefined);
    // Administrative responses are never stored.
    response.writeHead(200, { ...EVENT_STREAM_HEADERS, 'Cache-Control': 'no-store' });
    if (response.req.method === 'HEAD') response.end();
    else response.flushHeaders();
  }

  /** Whether the client reads and the stream goes on; events wait until it does. */
  get isReady(): boolean {
    const { response } = this;
    if (response.writableEnded || response.destroyed) return false;
    const now = performance.now();
    if (response.writableNeedDrain) {
      if (now - this.sentAt > MAX_SILENCE_MS) response.destroy();
      return false;
    }
    if (now - this.openedAt <= this.maxMs) return true;
    this.end();
    return false;
  }

  /** @param data JSON without line breaks. */
  send(event: string, data: string): void {
    this.write(`event: ${event}\ndata: ${data}\n\n`);
  }

  /** Sends a comment if nothing was sent for a while, so that proxies keep the connection. */
  keepAlive(): void {
    if (performance.now() - this.sentAt > HEARTBEAT_MS) this.write(':\n\n');
  }

  end(): void {
    this.response.end();
  }

  /** Calls `stop` once the client has disconnected, or at once if it has already. */
  onceClosed(stop: () => void): void {
    if (this.response.closed || this.response.writableEnded) stop();
    else this.response.once('close', stop);
  }

  private write(text: string): void {
    this.sentAt = performance.now();
    this.response.write(text);
  }
}
