import { Inject, Injectable } from '@nestjs/common';
import express from 'express';
import type { Request, Response } from 'express';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import { BODY_ITEMS, BODY_LIMIT, type EndpointPromise, FORM } from '../endpoint-promise.js';
import { ContentTypeError } from '../http.errors.js';
import type { Operation } from '../operation.js';
import { BodyMemory } from './body-memory.js';
import { parseJsonBody } from './json-body.js';
import { requireStorable } from './storable.js';

const [QUOTE, BACKSLASH, MINUS, COLON] = [0x22, 0x5c, 0x2d, 0x3a];
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Turns the numbers in JSON beyond 2^53, such as 64-bit ids and 1e400, into strings of what is
 * written, since JavaScript would round them. Other numbers, and what is not JSON, stay as they
 * are.
 */
export function withLargeNumbersAsText(json: Buffer): Buffer {
  const parts: (Buffer | string)[] = [];
  let copied = 0;
  for (let at = 0; at < json.length; at++) {
    if (json[at] === QUOTE) at = endOfText(json, at);
    else if (isDigit(json[at]) || json[at] === MINUS) {
      const end = endOfNumber(json, at);
      const text = json.toString('latin1', at, end);
      if (isLarge(text) && !isName(json, end)) {
        parts.push(json.subarray(copied, at), `"${text}"`);
        copied = end;
      }
      at = end - 1;
    }
  }
  if (copied === 0) return json;
  return Buffer.concat([...parts.map((part) => Buffer.from(part)), json.subarray(copied)]);
}

const isLarge = (text: string): boolean =>
  Math.abs(Number(text)) > Number.MAX_SAFE_INTEGER && NUMBER.test(text);

const isDigit = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** Position of the closing quotation mark, or of the end without one. */
function endOfText(json: Buffer, start: number): number {
  let at = start + 1;
  for (; at < json.length && json[at] !== QUOTE; at++) if (json[at] === BACKSLASH) at++;
  return at;
}

/** Position after everything that can be part of a number. */
function endOfNumber(json: Buffer, start: number): number {
  let at = start + 1;
  while (isDigit(json[at]) || '+-.eE'.includes(String.fromCharCode(json[at] ?? 0))) at++;
  return at;
}

/** Whether a colon follows, so that the parser must refuse what precedes it as a name. */
function isName(json: Buffer, end: number): boolean {
  let at = end;
  while ([0x20, 0x09, 0x0a, 0x0d].includes(json[at] ?? 0)) at++;
  return json[at] === COLON;
}

/** How a body is read, and its content type. */
interface Parser {
  read: ReturnType<typeof express.raw>;
  /** Reads and parses the body. */
  parse: (request: Request) => Promise<void>;
  contentTypes: readonly string[];
  /** Maximum number of bytes. */
  limit: number;
}

const NOTHING_TO_RELEASE = (): void => undefined;

/**
 * Reads the bodies of operations that take one, after the permission was checked. Operations
 * without a body accept any request: turning a feature off must not fail because of a header.
 */
@Injectable()
export class BodyReader {
  private readonly memory: BodyMemory;
  private readonly parsers = new WeakMap<Operation, Parser>();

  constructor(@Inject(CONFIG) { http }: Config) {
    this.memory = new BodyMemory(http.bodyBytes);
  }

  /**
   * Reads and parses the body.
   * @param caller Key of the caller whose share of memory it uses.
   * @returns Releases its memory, when the handler has ended: also when the caller disconnects.
   * @throws ApiError when it is too large, too slow, or not of the declared type.
   */
  async read(
    request: Request,
    response: Response,
    operation: Operation,
    caller: string,
  ): Promise<() => void> {
    if (!operation.takesBody) return NOTHING_TO_RELEASE;
    if (hasBody(request))
      return this.readWhole(request, response, this.parserFor(operation), caller);
    request.body = {};
    return NOTHING_TO_RELEASE;
  }

  private async readWhole(
    request: Request,
    response: Response,
    parser: Parser,
    caller: string,
  ): Promise<() => void> {
    requireContentType(request.headers['content-type'], parser.contentTypes);
    const bytes = bytesOf(request, parser.limit);
    // Bodies that exceed their limit are refused before they are read.
    let evict: (error: Error) => void = () => undefined;
    const room = await this.memory.reserve(
      caller,
      Math.min(bytes, parser.limit),
      response,
      (error) => evict(error),
    );
    try {
      await new Promise<void>((resolve, reject) => {
        evict = (error) => {
          // The rest of the body is not read.
          response.setHeader('Connection', 'close');
          response.once('finish', () => request.destroy());
          reject(error);
        };
        // A request that ends early is an error of the parser, so this always settles.
        parser.read(request, response, (error?: unknown) =>
          error ? reject(error as Error) : resolve(),
        );
      });
      room.arrived();
      await parser.parse(request);
    } catch (error) {
      room.release();
      throw error;
    }
    return () => room.release();
  }

  private parserFor(operation: Operation): Parser {
    let parser = this.parsers.get(operation);
    if (!parser) this.parsers.set(operation, (parser = parserOf(operation)));
    return parser;
  }
}

function parserOf({
  bodyLimit: limit = BODY_LIMIT,
  bodyItems = BODY_ITEMS,
  largeNumbersAsText = false,
  form = false,
  contentType = '',
}: EndpointPromise): Parser {
  const options = { limit, type: () => true };
  if (form)
    return {
      read: express.urlencoded({ ...options, extended: false }),
      parse: requireForm,
      contentTypes: [FORM],
      limit,
    };
  const parse = async (request: Request): Promise<void> => {
    const bytes: unknown = request.body;
    // Error handling must not see a body that could not be parsed.
    request.body = undefined;
    if (!Buffer.isBuffer(bytes) || bytes.length === 0) request.body = {};
    else {
      const json = largeNumbersAsText ? withLargeNumbersAsText(bytes) : bytes;
      request.body = await parseJsonBody(json, bodyItems);
    }
  };
  // Protocols with a type of their own use it in both directions.
  const contentTypes = [
    'application/json',
    ...(contentType.endsWith('+json') ? [contentType] : []),
  ];
  return { read: express.raw(options), parse, contentTypes, limit };
}

function hasBody({
  headers: { 'content-length': length, 'transfer-encoding': encoding },
}: Request): boolean {
  return (length !== undefined && length !== '0') || encoding !== undefined;
}

/** The size of a body, as far as headers tell it. */
function bytesOf(
  { headers: { 'content-length': length, 'content-encoding': encoding } }: Request,
  limit: number,
): number {
  return length === undefined || encoding !== undefined ? limit : Number(length);
}

function requireContentType(contentType: string | undefined, wanted: readonly string[]): void {
  const [type, ...parameters] = (contentType ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  if (!wanted.includes(type ?? ''))
    throw new ContentTypeError(
      `The body must be ${wanted.join(' or ')}, not ` +
        `${contentType ? `"${contentType}"` : 'without a content type'}.`,
    );
  const charset = parameters
    .find((one) => one.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '');
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')
    throw new ContentTypeError('The body must be in UTF-8.');
}

async function requireForm(request: Request): Promise<void> {
  await requireStorable(request.body);
}
