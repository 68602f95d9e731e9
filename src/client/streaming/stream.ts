import type { Response } from 'express';
import type { Caller } from '../../access/caller.js';
import type { DeltaAnswer } from '../delta/delta-answer.js';
import type { View } from '../delta/view.js';
import type { Sdk } from '../delivery/sdk.js';

/** How many bytes may wait for a client that does not read, besides what it got first. */
const MOST_WAITING = 1024 * 1024;
/** How soon a client is to come back that has lost its stream, in milliseconds: not all of them at once. */
const RETRY_MS = 1_000;
const RETRY_SPREAD_MS = 2_000;
const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-cache, no-transform',
  // nginx and its kin would keep back what we send at once
  'X-Accel-Buffering': 'no',
};
const HEARTBEAT = Buffer.from(':\n\n');

/** A snapshot in which nothing is visible. */
const NOTHING = '1:1:';
const frames = new WeakMap<DeltaAnswer, Buffer>();

/** An event as it goes over the wire: made once for all streams that get it. An answer always goes by the same name. */
export function frameOf(name: 'unleash-connected' | 'unleash-updated', answer: DeltaAnswer): Buffer {
  const made = frames.get(answer);
  if (made) return made;
  const frame = Buffer.concat([Buffer.from(`event: ${name}\nid: ${answer.tag}\ndata: `), answer.body, Buffer.from('\n\n')]);
  frames.set(answer, frame);
  return frame;
}

/** A connection on which an SDK is told of changes as they happen. */
export class Stream {
  /** Since when it has been waited for the client to read, by the clock of this process; undefined when all of it has gone out. */
  private waitingSince?: number;
  private mayWait = MOST_WAITING;
  /** The horizon of the state that it has got all of, as far as that has been asked for. */
  private got = NOTHING;

  constructor(
    readonly view: View,
    readonly caller: Caller,
    readonly sdk: Sdk | undefined,
    private readonly response: Response,
  ) {}

  /** Begins with what the client lacks. */
  open(first: Buffer): void {
    this.response.locals['isStream'] = true;
    this.response.writeHead(200, HEADERS);
    this.response.on('drain', () => (this.waitingSince = undefined));
    this.mayWait += first.length;
    this.response.write(`retry: ${Math.round(RETRY_MS + Math.random() * RETRY_SPREAD_MS)}\n\n`);
    this.send(first);
  }

  /** @returns Whether the client keeps up; if not, nothing was sent. */
  send(frame: Buffer): boolean {
    if (this.response.writableLength + frame.length > this.mayWait) return false;
    if (!this.response.write(frame)) this.waitingSince ??= performance.now();
    return true;
  }

  beat(): boolean {
    return this.send(HEARTBEAT);
  }

  /** For how long it has been waited for the client to read, in milliseconds. */
  get silence(): number {
    return this.waitingSince === undefined ? 0 : performance.now() - this.waitingSince;
  }

  /**
   * Up to where the client has been sent everything: all of what there is now when nothing is waiting to go out. To be asked between changes, as
   * everything that is not within one is.
   */
  get horizon(): string {
    if (this.response.writableLength === 0 && !this.response.destroyed) this.got = this.view.state.horizon;
    return this.got;
  }

  /** What is waiting still goes out, if the client reads it. */
  end(): void {
    if (this.waitingSince === undefined) this.response.end();
    else this.drop();
  }

  /** At once. */
  drop(): void {
    this.response.destroy();
  }
}
