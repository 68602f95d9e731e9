import { type ExecutionContext, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { CalledRequest } from '../../core/auth/current-caller.js';
import { readerOf } from '../../core/auth/current-reader.js';
import { BadDataError } from '../../platform/errors/general.errors.js';
import { sendParts } from '../../platform/http/large-answer.js';
import type { Operation } from '../../platform/http/operation.js';
import { SPEC } from '../../serving/sdk-api/query/client-query.js';
import { ClientHistory } from './client-history.js';
import { FormerReads } from './former-reads.js';
import { momentOf } from './moment.js';

/** The parameter, however it is spelt. */
const AS_OF = /^as[-_]?of$/i;
const MAY_BE_IT = /as[-_]?of|%/i;
const JSON_TYPE = 'application/json; charset=utf-8';

/** Reads what an operation returned at a moment of the past. */
export type FormerAnswer = (context: ExecutionContext) => Promise<unknown>;

/** Answers reads with `asOf` from history instead of the present. */
@Injectable()
export class FormerAnswers {
  constructor(
    private readonly reads: FormerReads,
    private readonly clients: ClientHistory,
  ) {}

  /**
   * What answers a request with `asOf`; undefined without it, and when the handler does.
   * @throws BadDataError when the parameter is invalid, or the operation has no history: the
   * present must not be taken for the past.
   */
  answerTo(request: CalledRequest, { asOf }: Operation): FormerAnswer | undefined {
    if (!mayNameIt(request.url)) return undefined;
    const name = Object.keys(request.query).find((one) => AS_OF.test(one));
    if (name === undefined) return undefined;
    if (name !== 'asOf') throw new BadDataError('Write the name of the parameter as "asOf".');
    if (!asOf)
      throw new BadDataError('This operation does not support the query parameter "asOf".');
    const at = momentOf('asOf', request.query['asOf']);
    if (asOf === 'playground') return undefined;
    return (context) =>
      asOf === 'client' ? this.send(at, context) : this.reads.read(asOf, at, context);
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
