import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Semaphore } from '../../database/semaphore.js';
import { TimeSlice } from '../../sandbox/time-slice.js';
import type { ResponseMemory } from './response-memory.js';

const compress = promisify(gzip);
/** Shorter bodies are sent as they are: compressing them saves no packet. */
const WORTH_COMPRESSING = 1_400;
/** Bodies up to this size are made at once, longer ones in slices. */
const MADE_AT_ONCE = 128 * 1024;
/**
 * How many bodies are compressed at the same time: threads that do it are needed for other things
 * too.
 */
const compressing = new Semaphore(2, 1_000, () => new Error('Too many answers wait.'));
/** What an answer takes without its body, about. */
const OVERHEAD = 1_000;

/**
 * An answer that is known by its content. Its body is made when it is first needed, and let go when
 * memory is short.
 */
export abstract class CachedResponse {
  private plain?: Buffer;
  private making?: Promise<Buffer>;
  private zipped?: Buffer;
  private zipping?: Promise<Buffer>;

  protected constructor(private readonly memory: ResponseMemory) {}

  /** With its quotation marks. */
  abstract readonly etag: string;

  /** The body piece by piece, in UTF-8. What it is made of must not change. */
  protected abstract parts(): Iterable<Buffer>;

  /** How long the body will be, if that is known before it is made. */
  protected abstract readonly expectedLength: number | undefined;

  /** The body, if it is there or can be made at once. */
  get ready(): Buffer | undefined {
    if (!this.plain && (this.expectedLength ?? Infinity) <= MADE_AT_ONCE)
      this.keep(Buffer.concat([...this.parts()]));
    return this.plain;
  }

  /** The body. */
  async body(): Promise<Buffer> {
    return this.ready ?? (this.making ??= this.make().finally(() => (this.making = undefined)));
  }

  /**
   * The body in gzip, or `undefined` when it is too short for that or too many bodies wait to be
   * compressed. Compressed off the main thread.
   */
  async gzipped(): Promise<Buffer | undefined> {
    if (this.zipped) return this.zipped;
    const body = await this.body();
    if (body.length < WORTH_COMPRESSING || (!this.zipping && compressing.isFull)) return undefined;
    return (this.zipping ??= this.zip(body).finally(() => (this.zipping = undefined)));
  }

  /** About how many bytes it takes in memory. */
  get size(): number {
    return OVERHEAD + (this.plain?.length ?? 0) + (this.zipped?.length ?? 0);
  }

  /** Lets go of what can be made again. */
  release(): void {
    this.plain = this.zipped = undefined;
  }

  /** Nobody will ask for it again. */
  dispose(): void {
    this.release();
    this.memory.release(this);
  }

  private async make(): Promise<Buffer> {
    const slice = new TimeSlice();
    const parts: Buffer[] = [];
    let length = 0;
    for (const part of this.parts()) {
      parts.push(part);
      length += part.length;
      if (slice.isOver) await slice.pause();
    }
    const body = Buffer.allocUnsafe(length);
    let at = 0;
    for (const part of parts) {
      at += part.copy(body, at);
      if (slice.isOver) await slice.pause();
    }
    return this.keep(body);
  }

  private async zip(body: Buffer): Promise<Buffer> {
    const zipped = await compressing.run(() => compress(body));
    // Whoever gets the body in gzip does not need it otherwise.
    this.zipped = zipped;
    this.memory.hold(this);
    return zipped;
  }

  private keep(body: Buffer): Buffer {
    this.plain = body;
    this.memory.hold(this);
    return body;
  }
}

const COMMA = Buffer.from(',');

/** Parts of a list in JSON, with the commas between them. */
export function* separated(parts: Iterable<Buffer>): Iterable<Buffer> {
  let isFirst = true;
  for (const part of parts) {
    if (!isFirst) yield COMMA;
    isFirst = false;
    yield part;
  }
}
