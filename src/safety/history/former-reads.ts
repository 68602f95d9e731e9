import { type ExecutionContext, Injectable } from '@nestjs/common';
import type { CalledRequest } from '../../core/auth/current-caller.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { readerOf } from '../../core/auth/current-reader.js';
import type { Reader } from '../../platform/database/database.js';
import { NotFoundError } from '../../platform/errors/general.errors.js';
import { FeatureListQuery } from '../../flags/feature/feature.dto.js';
import { notFound } from '../../flags/feature/feature.read-model.js';
import { JsonParts } from '../../platform/http/json.js';
import { IdPipe } from '../../platform/http/validation/id.pipe.js';
import { validated } from '../../platform/http/validation/validation.pipe.js';
import { TimeSlice } from '../../platform/sandbox/time-slice.js';
import type { SegmentResponse } from '../../flags/segment/segment.response.js';
import { parseTags } from '../../flags/tag/parse-tags.js';
import { HistoryService } from './history.service.js';
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
      return this.segment(at, new IdPipe().transform(String(params['id'])), caller, reader);
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
