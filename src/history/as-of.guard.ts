import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { CalledRequest } from '../auth/caller/called-request.js';
import { readerOf } from '../auth/current-reader.js';
import { BadDataError } from '../errors/general.errors.js';
import type { FormerRequest } from '../http/as-of.js';
import { promiseOf } from '../http/endpoint.js';
import { sendParts } from '../http/large-answer.js';
import { forgetVersion } from '../http/object-version.js';
import { SPEC } from '../sdk-api/query/client-query.js';
import { ClientHistory } from './client-history.js';
import { FormerReads } from './former-reads.js';
import { momentOf } from './moment.js';

/** The parameter, however it is spelt. */
const AS_OF = /^as[-_]?of$/i;
const MAY_BE_IT = /as[-_]?of|%/i;
const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Makes reads with `asOf` answer from history instead of the present. Operations without history
 * refuse the parameter, so that the present is not taken for the past.
 */
@Injectable()
export class AsOfGuard implements CanActivate {
  constructor(
    private readonly reads: FormerReads,
    private readonly clients: ClientHistory,
  ) {}

  /** @throws BadDataError when the parameter is invalid or not supported. */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<CalledRequest & FormerRequest>();
    if (!mayNameIt(request.url)) return true;
    const name = Object.keys(request.query).find((one) => AS_OF.test(one));
    if (name === undefined) return true;
    if (name !== 'asOf') throw new BadDataError('Write the name of the parameter as "asOf".');
    const asOf = promiseOf(context.getHandler())?.asOf;
    if (!asOf)
      throw new BadDataError('This operation does not support the query parameter "asOf".');
    const at = momentOf('asOf', request.query['asOf']);
    forgetVersion(context.switchToHttp().getResponse<Response>());
    request.answerAsOf = () =>
      asOf === 'client' ? this.send(at, context) : this.reads.read(asOf, at, context);
    return true;
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

/**
 * Whether the query can have the parameter, whose name can be percent-encoded. Parsing the query
 * takes longer than this. A regular expression for all of it would try each question mark.
 */
function mayNameIt(url: string): boolean {
  const query = url.indexOf('?');
  return query !== -1 && MAY_BE_IT.test(url.slice(query));
}
