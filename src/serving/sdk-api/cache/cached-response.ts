import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { Semaphore } from '../../../platform/database/semaphore.js';
import { type CompressibleBody, sendCompressible } from '../../../platform/http/tagged.js';
import { TimeSlice } from '../../../platform/sandbox/time-slice.js';
import type { Request, Response } from 'express';
import type { OutgoingMemory } from './outgoing-memory.js';

const compress = promisify(gzip);
/** Shorter bodies are not compressed, because it would save no packet. */
const WORTH_COMPRESSING = 1_400;
/** Bodies up to this size are built at once, larger ones in time slices. */
const MADE_AT_ONCE = 128 * 1024;
/** Bodies compressed at the same time; the threads are needed for other work too. */
const compressing = new Semaphore(
  2,
  1_000,
  () => new Error('Too many responses are waiting for compression.'),
);
/** Approximate memory of a response without its body. */
const OVERHEAD = 1_000;

/**
 * A response that is identified by its content. Its body is built on demand and may be dropped when
 * memory is short.
 */
export abstract class CachedResponse implements CompressibleBody {
  private plain?: Buffer;
  private making?: Promise<Buffer>;
  private zipped?: Buffer;
  private zipping?: Promise<Buffer>;

  protected constructor(private readonly memory: ResponseMemory) {}

  /** Includes the quotation marks. */
  abstract readonly etag: string;

  /** The parts of the body in UTF-8. They must be immutable. */
  protected abstract parts(): Iterable<Buffer>;

  /** Length of the body, if known before it is built. */
  protected abstract readonly expectedLength: number | undefined;

  /** The body, if it exists or can be built at once. */
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

  /** What is sent, if it is in memory: plain, or in gzip unless it is too short for that. */
  atHand(inGzip: boolean): { body: Buffer; isGzip: boolean } | undefined {
    const { plain, zipped } = this;
    if (inGzip && zipped) return { body: zipped, isGzip: true };
    if (!plain || (inGzip && plain.length >= WORTH_COMPRESSING)) return undefined;
    return { body: plain, isGzip: false };
  }

  /** Approximate memory in bytes. */
  get size(): number {
    return OVERHEAD + (this.plain?.length ?? 0) + (this.zipped?.length ?? 0);
  }

  /** Drops everything that can be rebuilt. */
  release(): void {
    this.plain = this.zipped = undefined;
  }

  /** Called when the response is no longer needed. */
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
    // Clients that accept gzip do not need the plain body.
    this.zipped = zipped;
    this.memory.note(this);
    return zipped;
  }

  private keep(body: Buffer): Buffer {
    this.plain = body;
    this.memory.note(this);
    return body;
  }
}

const COMMA = Buffer.from(',');

/** Joins the items of a JSON list with commas. */
export function* separated(parts: Iterable<Buffer>): Iterable<Buffer> {
  let isFirst = true;
  for (const part of parts) {
    if (!isFirst) yield COMMA;
    isFirst = false;
    yield part;
  }
}

/**
 * Bounds the memory of all cached response bodies, plain and compressed. The least recently used
 * are dropped first.
 */
@Injectable()
export class ResponseMemory {
  private readonly held: LRUCache<CachedResponse, { size: number }>;

  constructor(@Inject(CONFIG) { clientFeatures }: Pick<Config, 'clientFeatures'>) {
    this.held = new LRUCache({
      maxSize: clientFeatures.cacheBytes,
      sizeCalculation: ({ size }) => size,
      disposeAfter: (_, response, reason) => {
        if (reason === 'evict') response.release();
      },
    });
  }

  /** Bytes in the cache. */
  get bytes(): number {
    return this.held.calculatedSize;
  }

  /** Updates the size of a response and marks it as recently used. */
  note(response: CachedResponse): void {
    this.held.set(response, { size: response.size });
    // one that exceeds the limit alone is not kept at all
    if (!this.held.has(response)) response.release();
  }

  /** Marks a response as recently used. */
  use(response: CachedResponse): void {
    this.held.get(response);
  }

  release(response: CachedResponse): void {
    this.held.delete(response);
  }
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends a response, or 304 when the client already has it. */
export async function sendConditionally(
  answer: CachedResponse,
  outgoing: OutgoingMemory,
  request: Request,
  response: Response,
): Promise<void> {
  const body = await sendCompressible(answer, JSON_TYPE, request, response);
  if (body) whileSending(body, response, outgoing);
}

/** Counts a body as outgoing until the client has received it. */
export function whileSending(body: Buffer, response: Response, outgoing: OutgoingMemory): void {
  if (response.writableLength === 0) return;
  const receiver = { cutOff: (): unknown => response.destroy() };
  response.once('close', () => outgoing.end(receiver));
  outgoing.begin(receiver, body);
}
