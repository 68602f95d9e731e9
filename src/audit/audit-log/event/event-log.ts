import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/auth/caller/caller.js';
import type { Reader } from '../../../platform/database/database.js';
import { filterOf, scopeOf, withCurrentTypes } from './event-filter.js';
import { EventReadModel } from './event.read-model.js';
import type {
  DeprecatedEventSearchDto,
  EventListResponse,
  EventSearchQuery,
  EventSearchResponse,
  FeatureEventListResponse,
} from './event.dto.js';
import { EventDescriber } from './event-describer.js';

/** Length of lists without pages, as in the reference. */
const LIST_LIMIT = 100;

/** Returns events in the shapes of the API, without those that are hidden from the caller. */
@Injectable()
export class EventLog {
  constructor(
    private readonly reads: EventReadModel,
    private readonly describer: EventDescriber,
  ) {}

  /** The newest events of a project or of the whole instance. */
  async newest(
    project: string | undefined,
    caller: Caller,
    reader: Reader,
  ): Promise<EventListResponse> {
    return this.list({ project }, caller, reader);
  }

  /** The newest events of a feature; empty for an unknown name. */
  async ofFeature(
    feature: string,
    caller: Caller,
    reader: Reader,
  ): Promise<FeatureEventListResponse> {
    return { toggleName: feature, ...(await this.list({ feature }, caller, reader)) };
  }

  /**
   * A page of search results with labels and summaries.
   * @throws BadDataError when a filter is invalid.
   */
  async search(
    query: EventSearchQuery,
    caller: Caller,
    reader: Reader,
  ): Promise<EventSearchResponse> {
    const { events, names, total } = await this.reads.search(
      { ...filterOf(query), ...scopeOf(caller) },
      query,
      reader,
    );
    const described = events.map((event) =>
      this.describer.describe(event, names[event.createdByUserId] ?? undefined),
    );
    return { events: described, total };
  }

  /** A page of results of the deprecated search. */
  async list(
    { type, project, feature, query, limit, offset }: DeprecatedEventSearchDto,
    caller: Caller,
    reader: Reader,
  ): Promise<EventListResponse> {
    const filter = {
      types: withCurrentTypes(listed(type)),
      projects: listed(project),
      features: listed(feature),
      text: query?.trim() ? query : undefined,
      ...scopeOf(caller),
    };
    const { events, total } = await this.reads.search(
      filter,
      { limit: limit ?? LIST_LIMIT, offset: offset ?? 0 },
      reader,
    );
    return { version: 1, events, totalEvents: total };
  }
}

const listed = (value: string | undefined): string[] | undefined =>
  value === undefined ? undefined : [value];
