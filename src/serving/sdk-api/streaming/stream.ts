import type { Response } from 'express';
import { beginStream, EVENT_STREAM_HEADERS } from '../../../platform/http/event-stream.js';
import type { OutgoingMemory, Receiver } from '../cache/outgoing-memory.js';
import type { Sdk } from '../delivery/sdk.js';
import type { SdkConnection } from '../delivery/sdk-connections.js';
import type { DeltaView } from '../delta/delta-view.js';

/** What is sent to a client to bring it to a state. */
export interface StreamedEvent {
  /** Tag of the resulting state. */
  readonly tag: string;
  /** What a client repeats of it when it comes again; the tag if undefined. */
  readonly id?: string;
  /** Name of the event; undefined for a plain message. */
  readonly name: string | undefined;
  /** The data, if they are made already. */
  readonly ready: Buffer | undefined;
  body(): Promise<Buffer>;
}

/** What one stream sends of a view. */
export interface StreamContent {
  readonly headers: Record<string, string>;
  /**
   * What a client lacks that has the state with a tag, or no state; undefined when that is nothing.
   */
  since(view: DeltaView, tag: string | undefined): StreamedEvent | undefined;
  /** How long the next event has to wait, in milliseconds. */
  readonly pauseMs: number;
  /** How deliveries call a client: one that streams has what it was sent. */
  readonly mode: SdkConnection['mode'];
  /** Whether a client that was brought to the state with a tag has it, too. */
  has(tag: string | undefined): boolean;
}

/** Sends all changes to SDKs that evaluate features themselves. */
export const CHANGES: StreamContent = {
  headers: EVENT_STREAM_HEADERS,
  pauseMs: 0,
  mode: 'streaming',
  has: () => true,
  since(view, tag) {
    const answer = tag === undefined ? view.hydration : view.since([tag]);
    const name = answer.kind === 'changes' ? 'unleash-updated' : 'unleash-connected';
    return { tag: answer.tag, name, ready: answer.ready, body: () => answer.body() };
  },
};

/** Bytes written to the socket at once; the next part follows when the socket has drained. */
const PART_BYTES = 64 * 1024;
/** Parts up to this length are sent to many streams alike. */
const SHARED_BYTES = 16 * 1024;
/** How long the socket of an ended stream stays open for a slow client. */
const GRACE_MS = 3_000;
/** A client that has not read for this long, and has missed this much, is disconnected. */
const SILENCE_MS = 3_000;
const MAX_MISSED = 1024 * 1024;
/** Reconnect delay for clients in milliseconds; randomised so that they do not return at once. */
const RETRY_MS = 1_000;
const RETRY_SPREAD_MS = 2_000;
const HEARTBEAT = Buffer.from(':\n\n');
const END_OF_EVENT = Buffer.from('\n\n');
const END_OF_CHUNK = Buffer.from('\r\n');

/** A snapshot in which nothing is visible. */
const NOTHING = '1:1:';

/** Short events by their data, which many streams send at the same time. */
const shortEvents = new WeakMap<Buffer, Buffer>();

/** An event in one piece, since each write to a socket takes time. */
function shortEvent(start: string, data: Buffer): Buffer {
  let event = shortEvents.get(data);
  if (!event)
    shortEvents.set(data, (event = Buffer.concat([Buffer.from(start), data, END_OF_EVENT])));
  return event;
}

/** What many streams send, as a chunk of HTTP/1.1, by what it contains. */
const chunks = new WeakMap<Buffer, Buffer>();

/** The chunk of a part. It is made once for all streams, which `response.write` would not do. */
function chunkOf(part: Buffer): Buffer {
  let chunk = chunks.get(part);
  if (!chunk) {
    const start = Buffer.from(`${part.length.toString(16)}\r\n`);
    chunks.set(part, (chunk = Buffer.concat([start, part, END_OF_CHUNK])));
  }
  return chunk;
}

/** Callbacks of a stream to its owner. */
export interface StreamHost {
  readonly outgoing: OutgoingMemory;
  /** The stream has something to send. */
  due(stream: Stream): void;
  /** The stream has to end, because its caller has lost access. */
  endOne(stream: Stream): void;
  /** The stream has to be closed, because its client does not read or its event cannot be built. */
  drop(stream: Stream): void;
}

/**
 * A connection that streams changes to an SDK, one event at a time. Changes that happen while an
 * event is being sent are combined in the next one, so a slow client only occupies the memory of
 * one event.
 */
export class Stream implements Receiver {
  /**
   * The state the client has once it has read everything sent; undefined before the first event.
   */
  private tag?: string;
  /** Parts of the current event that are not yet written. */
  private rest: Buffer[] = [];
  /** Whether an event is being built or sent; only one at a time. */
  private activity: 'none' | 'making' | 'sending' = 'none';
  private isEnded = false;
  /**
   * Since when the client has been reading, in this process's clock; undefined when everything has
   * been sent.
   */
  private waitingSince?: number;
  private missed = 0;
  private grace?: NodeJS.Timeout;
  /** Runs while the next event has to wait. */
  private pause?: NodeJS.Timeout | undefined;
  /** Horizon of the last state that was completely sent. */
  private got = NOTHING;

  constructor(
    readonly view: DeltaView,
    /** Id of its token. */
    readonly owner: string,
    readonly sdk: Sdk | undefined,
    readonly content: StreamContent,
    private readonly response: Response,
    private readonly host: StreamHost,
  ) {}

  /**
   * Starts with the changes the client lacks.
   * @param known Id of the last event it received, if any.
   */
  open(known: string | undefined): void {
    const { response, view, content } = this;
    beginStream(response, () => this.host.endOne(this));
    // A broken socket is also reported by `close`.
    response.on('error', () => undefined);
    const { socket } = response;
    const drained = (): void => this.drained();
    socket?.on('drain', drained);
    response.once('close', () => {
      socket?.off('drain', drained);
      this.closed();
    });
    response.writeHead(200, content.headers);
    response.write(`retry: ${Math.round(RETRY_MS + Math.random() * RETRY_SPREAD_MS)}\n\n`);
    const first = content.since(view, known);
    if (first) this.send(first);
    else this.tag = known;
  }

  /** Sends the changes since the last event, after the event in progress if there is one. */
  feed(): void {
    if (this.activity !== 'none' || this.isEnded || this.pause || this.tag === this.view.tag)
      return;
    const { pauseMs } = this.content;
    if (pauseMs > 0) return this.feedIn(pauseMs);
    this.missed = 0;
    const next = this.content.since(this.view, this.tag);
    if (next) this.send(next);
  }

  private feedIn(pauseMs: number): void {
    this.pause = setTimeout(() => {
      this.pause = undefined;
      this.host.due(this);
    }, pauseMs).unref();
  }

  /**
   * Registers a change.
   * @param bytes Size of its events.
   * @returns False when the client is too slow to keep.
   */
  note(bytes: number): boolean {
    if (this.waitingSince === undefined) return true;
    this.missed += bytes;
    return this.missed <= MAX_MISSED || this.silence <= SILENCE_MS;
  }

  /** Sends a heartbeat. */
  beat(): void {
    if (this.activity === 'none' && !this.isEnded && this.waitingSince === undefined)
      this.write(HEARTBEAT);
  }

  /** How long the client has been reading, in milliseconds. */
  get silence(): number {
    return this.waitingSince === undefined ? 0 : performance.now() - this.waitingSince;
  }

  /**
   * Horizon of the state that was completely sent, and that the client has: the current one when
   * nothing is pending.
   */
  get horizon(): string {
    const { response, view } = this;
    const isIdle =
      this.activity === 'none' &&
      !this.isEnded &&
      response.writableLength === 0 &&
      !response.destroyed;
    if (isIdle && this.tag === view.tag && this.content.has(this.tag))
      this.got = view.state.horizon;
    return this.got;
  }

  /**
   * Ends the stream gracefully: buffered data is still delivered for a short time, and nothing new
   * is written.
   */
  end(): void {
    if (this.isEnded) return;
    this.finish();
    this.response.end();
    this.grace = setTimeout(() => this.response.destroy(), GRACE_MS).unref();
  }

  /** Closes the connection immediately. */
  drop(): void {
    this.finish();
    this.response.destroy();
  }

  /** Closes the connection, because the memory for outgoing data is used up. */
  cutOff(): void {
    this.host.drop(this);
  }

  private finish(): void {
    this.isEnded = true;
    clearTimeout(this.pause);
    this.rest = [];
    this.host.outgoing.end(this);
  }

  private closed(): void {
    clearTimeout(this.grace);
    this.finish();
  }

  private send(event: StreamedEvent): void {
    this.activity = 'making';
    const { ready } = event;
    if (ready) return this.begin(event, ready);
    event.body().then(
      (body) => this.begin(event, body),
      () => this.host.drop(this),
    );
  }

  private begin({ tag, id = tag, name }: StreamedEvent, body: Buffer): void {
    if (this.isEnded) return;
    this.activity = 'sending';
    this.tag = tag;
    const start = `${name === undefined ? '' : `event: ${name}\n`}id: ${id}\ndata: `;
    this.rest =
      body.length > PART_BYTES
        ? [Buffer.from(start), body, END_OF_EVENT]
        : [shortEvent(start, body)];
    this.host.outgoing.begin(this, body);
    this.flow();
  }

  /** Writes parts until the socket is full. */
  private flow(): void {
    while (!this.isEnded && this.rest.length > 0) {
      const [first] = this.rest;
      const isLast = first!.length <= PART_BYTES;
      const part = isLast ? first! : first!.subarray(0, PART_BYTES);
      if (isLast) this.rest.shift();
      else this.rest[0] = first!.subarray(PART_BYTES);
      if (!this.write(part)) return;
    }
    this.sent();
  }

  private sent(): void {
    if (this.isEnded) return;
    this.activity = 'none';
    this.host.outgoing.end(this);
    if (this.tag !== this.view.tag) this.host.due(this);
  }

  private drained(): void {
    this.waitingSince = undefined;
    if (this.activity === 'sending') this.flow();
  }

  /** @returns Whether the socket accepts more. */
  private write(part: Buffer): boolean {
    const { response } = this;
    if (response.writableEnded || response.destroyed) return false;
    const takesMore =
      response.socket && response.chunkedEncoding && part.length <= SHARED_BYTES
        ? response.socket.write(chunkOf(part))
        : response.write(part);
    if (!takesMore) this.waitingSince ??= performance.now();
    return takesMore;
  }
}
