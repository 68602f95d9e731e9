import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import express, { type Request, type Response } from 'express';
import type { BodyMemory } from './body-memory.js';
import { parseJsonBody } from './json-body.js';
import { requireStorable } from './storable.js';
import { promiseOf } from '../endpoint.js';
import { BODY_ITEMS, BODY_LIMIT, type EndpointPromise, FORM } from '../endpoint-promise.js';
import { ContentTypeError } from '../http.errors.js';
import type { SlotRequest } from '../slot.interceptor.js';

/** How a body is read, and its content type. */
interface Parser {
  read: ReturnType<typeof express.raw>;
  /** Reads and parses the body. */
  parse: (request: Request) => Promise<void>;
  contentType: string;
  /** Maximum number of bytes. */
  limit: number;
}

/**
 * Reads the body for handlers that need one. As a guard instead of a middleware, it reads bodies
 * only for callers with permission, and routes without a body accept any request: turning a feature
 * off must not fail because of a header.
 */
@Injectable()
export class BodyGuard implements CanActivate {
  /** Parsers by handler; null for handlers without a body. */
  private readonly parsers = new WeakMap<object, Parser | null>();

  constructor(private readonly memory: BodyMemory) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const parser = this.parserFor(context);
    if (!parser) return true;
    const http = context.switchToHttp();
    const [request, response] = [
      http.getRequest<Request & SlotRequest>(),
      http.getResponse<Response>(),
    ];
    if (hasBody(request)) await this.read(request, response, parser);
    else request.body = {};
    return true;
  }

  private async read(
    request: Request & SlotRequest,
    response: Response,
    parser: Parser,
  ): Promise<void> {
    requireContentType(request.headers['content-type'], parser.contentType);
    const bytes = bytesOf(request, parser.limit);
    // Bodies that exceed their limit are refused before they are read.
    let evict: (error: Error) => void = () => undefined;
    const room = await this.memory.reserve(
      request.callerKey ?? request.ip ?? '',
      Math.min(bytes, parser.limit),
      response,
      (error) => evict(error),
    );
    request.releaseBody = () => room.release();
    response.once('close', () => request.releaseBody?.());
    if (response.closed) room.release();
    await new Promise<void>((resolve, reject) => {
      evict = (error) => {
        // The rest of the body is not read.
        response.setHeader('Connection', 'close');
        response.once('finish', () => request.destroy());
        reject(error);
      };
      parser.read(request, response, (error?: unknown) =>
        error ? reject(error as Error) : resolve(),
      );
    });
    room.arrived();
    await parser.parse(request);
  }

  private parserFor(context: ExecutionContext): Parser | null {
    const handler = context.getHandler();
    let parser = this.parsers.get(handler);
    if (parser === undefined) {
      const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), handler.name) ??
        {}) as object;
      const wants = Object.keys(args).some((key) => key.startsWith(`${RouteParamtypes.BODY}:`));
      parser = wants ? parserOf(promiseOf(handler)) : null;
      this.parsers.set(handler, parser);
    }
    return parser;
  }
}

function parserOf({
  bodyLimit: limit = BODY_LIMIT,
  bodyItems = BODY_ITEMS,
  form = false,
}: Partial<EndpointPromise> = {}): Parser {
  const options = { limit, type: () => true };
  if (form)
    return {
      read: express.urlencoded({ ...options, extended: false }),
      parse: requireForm,
      contentType: FORM,
      limit,
    };
  const parse = async (request: Request): Promise<void> => {
    const bytes: unknown = request.body;
    // Error handling must not see a body that could not be parsed.
    request.body = undefined;
    request.body =
      Buffer.isBuffer(bytes) && bytes.length > 0 ? await parseJsonBody(bytes, bodyItems) : {};
  };
  return { read: express.raw(options), parse, contentType: 'application/json', limit };
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

function requireContentType(contentType: string | undefined, wanted: string): void {
  const [type, ...parameters] = (contentType ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  if (type !== wanted)
    throw new ContentTypeError(
      `The body must be ${wanted}, not ` +
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
