import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import express, { type Request, type Response } from 'express';
import { parseJsonBody } from './json-body.js';
import { requireStorable } from './storable.js';
import { BODY_ITEMS, BODY_LIMIT, type EndpointPromise, FORM, promiseOf } from '../endpoint.js';
import { ContentTypeError } from '../http.errors.js';

/** How a body is read, and of which content type it has to be. */
interface Parser {
  read: ReturnType<typeof express.raw>;
  /** Makes of what was read what handlers are given. */
  parse: (request: Request) => Promise<void>;
  contentType: string;
}

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

function parserOf({ bodyLimit: limit = BODY_LIMIT, bodyItems = BODY_ITEMS, form = false }: Partial<EndpointPromise> = {}): Parser {
  const options = { limit, type: () => true };
  if (form) return { read: express.urlencoded({ ...options, extended: false }), parse: requireForm, contentType: FORM };
  const parse = async (request: Request): Promise<void> => {
    const bytes: unknown = request.body;
    // Where there is a body that cannot be parsed, there is none for those who tell the error.
    request.body = undefined;
    request.body = Buffer.isBuffer(bytes) && bytes.length > 0 ? await parseJsonBody(bytes, bodyItems) : {};
  };
  return { read: express.raw(options), parse, contentType: 'application/json' };
}

async function read(request: Request, response: Response, parser: Parser): Promise<void> {
  const { 'content-type': contentType, 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if ((length === undefined || length === '0') && encoding === undefined) {
    request.body = {};
    return;
  }
  requireContentType(contentType, parser.contentType);
  await new Promise<void>((resolve, reject) => {
    parser.read(request, response, (error?: unknown) => (error ? reject(error as Error) : resolve()));
  });
  await parser.parse(request);
}

function requireContentType(contentType: string | undefined, wanted: string): void {
  const [type, ...parameters] = (contentType ?? '').split(';').map((part) => part.trim().toLowerCase());
  if (type !== wanted)
    throw new ContentTypeError(`The body must be ${wanted}, not ${contentType ? `"${contentType}"` : 'without a content type'}.`);
  const charset = parameters
    .find((one) => one.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '');
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') throw new ContentTypeError('The body must be in UTF-8.');
}

async function requireForm(request: Request): Promise<void> {
  await requireStorable(request.body);
}
