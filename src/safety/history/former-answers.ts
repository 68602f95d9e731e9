import { type ExecutionContext, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Caller } from '../../core/auth/caller/caller.js';
import { type CalledRequest, readerOf } from '../../core/auth/current-caller.js';
import { FeatureListQuery } from '../../flags/feature/feature.dto.js';
import { notFound } from '../../flags/feature/feature.read-model.js';
import type { SegmentResponse } from '../../flags/segment/segment.dto.js';
import { parseTags } from '../../flags/tag/tag.dto.js';
import type { Reader } from '../../platform/database/database.js';
import { BadDataError, NotFoundError } from '../../platform/errors/general.errors.js';
import { JsonParts } from '../../platform/http/json.js';
import { sendParts } from '../../platform/http/large-answer.js';
import type { Operation } from '../../platform/http/operation.js';
import { IdPipe } from '../../platform/http/validation/id.pipe.js';
import { validated } from '../../platform/http/validation/validation.pipe.js';
import { TimeSlice } from '../../platform/sandbox/time-slice.js';
import { SPEC } from '../../serving/sdk-api/query/client-query.js';
import { ClientHistory } from './client-history.js';
import { HistoryService } from './history.service.js';
import { momentOf } from './moment.js';
import type { FormerFeature, FormerListedFeature } from './shown-feature.js';

/** Reads of the administration that can be answered from history. */
@Injectable()
export class FormerReads {
  constructor(private readonly history: HistoryService) {}

  /**
   * The answer to a request at a moment.
   * @throws NotFoundError when there was no such thing.
   */
  read(
    what: 'feature' | 'features' | 'segment',
    at: string,
    context: ExecutionContext,
  ): Promise<object> {
    const request = context.switchToHttp().getRequest<CalledRequest>();
    const reader = readerOf(context);
    const { params } = request;
    const caller = request.caller!;
    if (what === 'features') return this.features(at, request, caller, reader);
    if (what === 'segment')
      return this.segment(
        at,
        new IdPipe().transform(String(params['id']), { type: 'param', data: 'id' }),
        caller,
        reader,
      );
    const place = {
      projectId: String(params['projectId']),
      featureName: String(params['featureName']),
    };
    return this.feature(at, place, reader);
  }

  private async feature(
    at: string,
    place: { projectId: string; featureName: string },
    reader: Reader,
  ): Promise<FormerFeature> {
    const feature = await this.history.feature(at, place, reader);
    if (!feature) throw notFound(place);
    return feature;
  }

  /** @throws NotFoundError when there was none, or it belonged to a project hidden by now. */
  async segment(at: string, id: number, caller: Caller, reader: Reader): Promise<SegmentResponse> {
    const segment = await this.history.segment(at, id, reader);
    if (!segment || (segment.project && !caller.sees(segment.project)))
      throw new NotFoundError(`There was no segment with the id ${id} at that time.`);
    return segment;
  }

  private async features(
    at: string,
    { params, query }: CalledRequest,
    caller: Caller,
    reader: Reader,
  ): Promise<JsonParts<unknown>> {
    const { namePrefix = '', tag } = await validated(FeatureListQuery, query, '/query');
    const tags = parseTags(tag).map(({ type, value }) => JSON.stringify([type, value]));
    const projectId = String(params['projectId']);
    const all = caller.sees(projectId) ? await this.history.list(at, projectId, reader) : [];
    const chosen = all.filter(
      (feature) =>
        feature.name.startsWith(namePrefix) &&
        (tags.length === 0 ||
          feature.tags?.some(({ type, value }) => tags.includes(JSON.stringify([type, value])))),
    );
    return new JsonParts(listOf(chosen));
  }
}

async function* listOf(features: readonly FormerListedFeature[]): AsyncGenerator<string> {
  const slice = new TimeSlice();
  yield '{"version":2,"features":[';
  let separator = '';
  for (const feature of features) {
    await slice.rest();
    yield separator + JSON.stringify(feature);
    separator = ',';
  }
  yield ']}';
}

/** The parameter, however it is spelt. */
const AS_OF = /^as[-_]?of$/i;
const MAY_BE_IT = /as[-_]?of|%/i;
const JSON_TYPE = 'application/json; charset=utf-8';

/** Reads what an operation returned at a moment of the past. */
type FormerAnswer = (context: ExecutionContext) => Promise<unknown>;

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
