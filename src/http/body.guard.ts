import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import express, { type Request, type Response } from 'express';
import { BODY_LIMIT, type EndpointPromise, FORM, promiseOf } from './endpoint.js';
import { BadDataError, ContentTypeError } from './errors.js';

/** How a body is read, and of which content type it has to be. */
interface Parser {
  read: ReturnType<typeof express.json>;
  contentType: string;
}

/** How many levels of lists and objects a body may have: far more than any of ours needs. */
const DEEPEST = 64;

/**
 * Reads the body of a request whose handler wants one. Here rather than in a middleware, so that a body is read only for callers who may send it,
 * and so that a route without a body takes any or none, whatever its content type: turning a feature off must not fail over a header.
 */
@Injectable()
export class BodyGuard implements CanActivate {
  /** By handler: what reads its body, or null where it wants none. */
  private readonly parsers = new WeakMap<object, Parser | null>();

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const parser = this.parserFor(context);
    if (!parser) return true;
    const http = context.switchToHttp();
    await read(http.getRequest<Request>(), http.getResponse<Response>(), parser);
    return true;
  }

  private parserFor(context: ExecutionContext): Parser | null {
    const handler = context.getHandler();
    let parser = this.parsers.get(handler);
    if (parser === undefined) {
      const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), handler.name) ?? {}) as object;
      const wants = Object.keys(args).some((key) => key.startsWith(`${RouteParamtypes.BODY}:`));
      parser = wants ? parserOf(promiseOf(handler)) : null;
      this.parsers.set(handler, parser);
    }
    return parser;
  }
}

function parserOf({ bodyLimit: limit = BODY_LIMIT, form = false }: Partial<EndpointPromise> = {}): Parser {
  const options = { limit, type: () => true };
  return form
    ? { read: express.urlencoded({ ...options, extended: false }), contentType: FORM }
    : { read: express.json(options), contentType: 'application/json' };
}

async function read(request: Request, response: Response, parser: Parser): Promise<void> {
  const { 'content-type': contentType, 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if ((length === undefined || length === '0') && encoding === undefined) {
    request.body = {};
    return;
  }
  if (contentType?.split(';')[0]!.trim().toLowerCase() !== parser.contentType) {
    throw new ContentTypeError(
      `The body must be ${parser.contentType}, not ${contentType ? `"${contentType}"` : 'without a content type'}.`,
    );
  }
  await new Promise<void>((resolve, reject) => {
    parser.read(request, response, (error?: unknown) => (error ? reject(error as Error) : resolve()));
  });
  requireStorable(request.body);
}

/**
 * Without recursion, and with an end to it: how deep a body is nested is up to who sends it, and whoever reads it later goes down by recursion.
 * @throws BadDataError when it nests deeper than any request here has to, or holds a text that PostgreSQL cannot store.
 */
function requireStorable(body: unknown): void {
  let layer: unknown[] = [body];
  for (let depth = 0; layer.length > 0; depth++) {
    if (depth > DEEPEST) throw new BadDataError(`The body nests lists and objects more than ${DEEPEST} levels deep.`);
    if (layer.some((value) => typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())))
      throw new BadDataError('A text in the body holds U+0000 or half a surrogate pair, which cannot be stored.');
    layer = layer.flatMap((value) => (value !== null && typeof value === 'object' ? Object.entries(value).flat() : []));
  }
}
