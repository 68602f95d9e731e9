import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import express, { type Request, type Response } from 'express';
import { BadDataError, ContentTypeError } from './errors.js';

/** The largest body, in bytes: 100 KiB, as the reference. */
export const BODY_LIMIT = 102_400;

/**
 * Reads the body of a request whose handler wants one. Here rather than in a middleware, so that a body is read only for callers who may send it,
 * and so that a route without a body takes any or none, whatever its content type: turning a feature off must not fail over a header.
 */
@Injectable()
export class BodyGuard implements CanActivate {
  private readonly parse = express.json({ limit: BODY_LIMIT, type: () => true });
  private readonly wanted = new WeakMap<object, boolean>();

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (!this.wantsBody(context)) return true;
    const http = context.switchToHttp();
    await this.read(http.getRequest<Request>(), http.getResponse<Response>());
    return true;
  }

  private wantsBody(context: ExecutionContext): boolean {
    const handler = context.getHandler();
    let wants = this.wanted.get(handler);
    if (wants === undefined) {
      const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), handler.name) ?? {}) as object;
      wants = Object.keys(args).some((key) => key.startsWith(`${RouteParamtypes.BODY}:`));
      this.wanted.set(handler, wants);
    }
    return wants;
  }

  private async read(request: Request, response: Response): Promise<void> {
    const { 'content-type': contentType, 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if ((length === undefined || length === '0') && encoding === undefined) {
      request.body = {};
      return;
    }
    if (!/^application\/json\s*(;|$)/i.test(contentType?.trim() ?? '')) {
      throw new ContentTypeError(`The body must be application/json, not ${contentType ? `"${contentType}"` : 'without a content type'}.`);
    }
    await new Promise<void>((resolve, reject) => {
      this.parse(request, response, (error?: unknown) => (error ? reject(error as Error) : resolve()));
    });
    if (!storable(request.body))
      throw new BadDataError('A text in the body holds U+0000 or half a surrogate pair, which cannot be stored.');
  }
}

/** Whether PostgreSQL can store every text within a value. */
function storable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (value === null || typeof value !== 'object') return true;
  return Object.entries(value).every(([key, part]) => storable(key) && storable(part));
}
