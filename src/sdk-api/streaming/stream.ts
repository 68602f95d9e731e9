import type { Response } from 'express';
import type { Caller } from '../../auth/caller/caller.js';
import type { OutgoingMemory, Receiver } from '../cache/outgoing-memory.js';
import type { DeltaAnswer } from '../delta/delta-answer.js';
import type { DeltaView } from '../delta/delta-view.js';
import type { Sdk } from '../delivery/sdk.js';

/** How much is handed to the socket at once: the next part goes when it has taken this one. */
const PART_BYTES = 64 * 1024;
/**
 * How long the socket of a stream that has ended stays open for a client that has not read
 * everything.
 */
const GRACE_MS = 3_000;
/**
 * A client that has not read for that long, and has missed that much meanwhile, is not waited for.
 */
const SILENCE_MS = 3_000;
const MOST_MISSED = 1024 * 1024;
/**
 * How soon a client is to come back that has lost its stream, in milliseconds: not all of them at
 * once.
 */
const RETRY_MS = 1_000;
const RETRY_SPREAD_MS = 2_000;
const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-cache, no-transform',
  // nginx and its kin would keep back what we send at once
  'X-Accel-Buffering': 'no',
};
const HEARTBEAT = Buffer.from(':\n\n');
const END_OF_EVENT = Buffer.from('\n\n');

/** A snapshot in which nothing is visible. */
const NOTHING = '1:1:';

/** What a stream tells the one who keeps it. */
export interface StreamHost {
  readonly outgoing: OutgoingMemory;
  /** There is something to send to the stream. */
  due(stream: Stream): void;
  /** The stream cannot go on: its client does not read, or what it is to be told cannot be made. */
  drop(stream: Stream): void;
}

/**
 * A connection on which an SDK is told of changes as they happen: one event at a time. What changes
 * while an event is on its way is told together by the next one, so a client that reads slowly
 * makes nobody keep more than the event that it reads.
 */
export class Stream implements Receiver {
  /**
   * The state that the client has when it has read what it was sent; undefined before the first
   * event.
   */
  private tag?: string;
  /** What is still to be handed to the socket, of the event that is on its way. */
  private rest: Buffer[] = [];
  /** Whether an event is on its way, or being made: then no other can be sent. */
  private activity: 'none' | 'making' | 'sending' = 'none';
  private isEnded = false;
  /**
   * Since when it has been waited for the client to read, by the clock of this process; undefined
   * when all of it has gone out.
   */
  private waitingSince?: number;
  private missed = 0;
  private grace?: NodeJS.Timeout;
  /** The horizon of the state that it has got all of, as far as that has been asked for. */
  private got = NOTHING;

  constructor(
    readonly view: DeltaView,
    readonly caller: Caller,
    /** Whose token it is. */
    readonly owner: string,
    readonly sdk: Sdk | undefined,
    private readonly response: Response,
    private readonly host: StreamHost,
  ) {}

  /**
   * Begins with what the client lacks. @param known The id of the last event that it has got, if
   * any.
   */
  open(known: string | undefined): void {
    const { response } = this;
    response.locals['isStream'] = true;
    // A socket that breaks is told by `close` as well.
    response.on('error', () => undefined);
    response.on('drain', () => this.drained());
    response.once('close', () => this.closed());
    response.writeHead(200, HEADERS);
    response.write(`retry: ${Math.round(RETRY_MS + Math.random() * RETRY_SPREAD_MS)}\n\n`);
    this.send(known === undefined ? this.view.hydration : this.view.since([known]));
  }

  /**
   * Sends what has changed since the client was sent something, unless something is on its way:
   * then it is sent after that.
   */
  feed(): void {
    if (this.activity !== 'none' || this.isEnded || this.tag === this.view.tag) return;
    this.missed = 0;
    this.send(this.view.since(this.tag === undefined ? [] : [this.tag]));
  }

  /**
   * Notes that something has changed. @param bytes What it takes to tell it. @returns Whether the
   * client is worth waiting for.
   */
  note(bytes: number): boolean {
    if (this.waitingSince === undefined) return true;
    this.missed += bytes;
    return this.missed <= MOST_MISSED || this.silence <= SILENCE_MS;
  }

  /** Tells that the connection is alive. */
  beat(): void {
    if (this.activity === 'none' && !this.isEnded && this.waitingSince === undefined)
      this.write(HEARTBEAT);
  }

  /** For how long it has been waited for the client to read, in milliseconds. */
  get silence(): number {
    return this.waitingSince === undefined ? 0 : performance.now() - this.waitingSince;
  }

  /**
   * Up to where the client has been sent everything: all of what there is now when nothing is
   * waiting to go out.
   */
  get horizon(): string {
    const { response, view } = this;
    const isIdle =
      this.activity === 'none' &&
      !this.isEnded &&
      response.writableLength === 0 &&
      !response.destroyed;
    if (isIdle && this.tag === view.tag) this.got = view.state.horizon;
    return this.got;
  }

  /**
   * What the socket has taken still goes out, if the client reads it in time. Nothing is written
   * from now on.
   */
  end(): void {
    if (this.isEnded) return;
    this.finish();
    this.response.end();
    this.grace = setTimeout(() => this.response.destroy(), GRACE_MS).unref();
  }

  /** At once. */
  drop(): void {
    this.finish();
    this.response.destroy();
  }

  cutOff(): void {
    this.host.drop(this);
  }

  private finish(): void {
    this.isEnded = true;
    this.rest = [];
    this.host.outgoing.end(this);
  }

  private closed(): void {
    clearTimeout(this.grace);
    this.finish();
  }

  private send(answer: DeltaAnswer): void {
    this.activity = 'making';
    const { ready } = answer;
    if (ready) return this.begin(answer, ready);
    answer.body().then(
      (body) => this.begin(answer, body),
      () => this.host.drop(this),
    );
  }

  private begin({ tag, kind }: DeltaAnswer, body: Buffer): void {
    if (this.isEnded) return;
    this.activity = 'sending';
    this.tag = tag;
    const name = kind === 'changes' ? 'unleash-updated' : 'unleash-connected';
    this.rest = [Buffer.from(`event: ${name}\nid: ${tag}\ndata: `), body, END_OF_EVENT];
    this.host.outgoing.begin(this, body);
    this.flow();
  }

  /** Hands on what the socket takes, part by part. */
  private flow(): void {
    while (!this.isEnded && this.rest.length > 0) {
      const [first] = this.rest;
      const part = first!.subarray(0, PART_BYTES);
      if (part.length === first!.length) this.rest.shift();
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

  /** @returns Whether the socket takes more. */
  private write(part: Buffer): boolean {
    if (this.response.writableEnded || this.response.destroyed) return false;
    const takesMore = this.response.write(part);
    if (!takesMore) this.waitingSince ??= performance.now();
    return takesMore;
  }
}
