import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import express, { type Request, type Response } from 'express';
import type { BodyMemory } from './body-memory.js';
import { parseJsonBody } from './json-body.js';
import { requireStorable } from './storable.js';
import { BODY_ITEMS, BODY_LIMIT, type EndpointPromise, FORM, promiseOf } from '../endpoint.js';
import { ContentTypeError } from '../http.errors.js';
import type { SlotRequest } from '../slot.interceptor.js';

/** How a body is read, and of which content type it has to be. */
interface Parser {
  read: ReturnType<typeof express.raw>;
  /** Makes of what was read what handlers are given. */
  parse: (request: Request) => Promise<void>;
  contentType: string;
  /** How many bytes it reads at most. */
  limit: number;
}

/**
 * Reads the body of a request whose handler wants one. Here rather than in a middleware, so that a
 * body is read only for callers who may send it, and so that a route without a body takes any or
 * none, whatever its content type: turning a feature off must not fail over a header.
 */
@Injectable()
export class BodyGuard implements CanActivate {
  /** By handler: what reads its body, or null where it wants none. */
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
    // What is longer than it may be is refused before it is read.
    const release = await this.memory.reserve(
      request.callerKey ?? request.ip ?? '',
      Math.min(bytes, parser.limit),
      response,
    );
    request.releaseBody = release;
    response.once('close', () => request.releaseBody?.());
    if (response.closed) release();
    await new Promise<void>((resolve, reject) => {
      parser.read(request, response, (error?: unknown) =>
        error ? reject(error as Error) : resolve(),
      );
    });
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
    // Where there is a body that cannot be parsed, there is none for those who tell the error.
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

/** How many bytes a body has, as far as can be told before it is read. */
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
      `The body must be ${wanted}, not ${contentType ? `"${contentType}"` : 'without a content type'}.`,
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
