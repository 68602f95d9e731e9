import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Response } from 'express';
import { from, type Observable } from 'rxjs';
import type { CalledRequest } from '../auth/caller/called-request.js';
import { readerOf } from '../auth/current-reader.js';
import { BadDataError } from '../errors/general.errors.js';
import { promiseOf } from '../http/endpoint.js';
import { sendParts } from '../http/large-answer.js';
import { SPEC } from '../sdk-api/query/client-query.js';
import { ClientHistory } from './client-history.js';
import { FormerReads } from './former-reads.js';
import { momentOf } from './moment.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Answers reads with `asOf` from history instead of the present. Operations without history refuse
 * the parameter, so that the present is not taken for the past.
 */
@Injectable()
export class AsOfInterceptor implements NestInterceptor {
  constructor(
    private readonly reads: FormerReads,
    private readonly clients: ClientHistory,
  ) {}

  /** @throws BadDataError when the parameter is invalid or not supported. */
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<CalledRequest>();
    if (!request.url.includes('asOf=') || request.query['asOf'] === undefined) return next.handle();
    const asOf = promiseOf(context.getHandler())?.asOf;
    if (!asOf)
      throw new BadDataError('This operation does not support the query parameter "asOf".');
    const at = momentOf('asOf', request.query['asOf']);
    return from(asOf === 'client' ? this.send(at, context) : this.reads.read(asOf, at, context));
  }

  /** Sends the answer itself, because the handlers for SDKs do so too. */
  private async send(at: string, context: ExecutionContext): Promise<void> {
    const http = context.switchToHttp();
    const request = http.getRequest<CalledRequest>();
    const spec = request.header(SPEC);
    const reader = readerOf(context);
    const { parts } = await this.clients.features(at, request.query, request.caller!, spec, reader);
    const response = http.getResponse<Response>();
    response.setHeader('Content-Type', JSON_TYPE).setHeader('Cache-Control', 'no-store');
    sendParts(parts, response);
  }
}
