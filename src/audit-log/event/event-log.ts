import { Injectable } from '@nestjs/common';
import type { Caller } from '../../auth/caller/caller.js';
import type { Reader } from '../../database/database.js';
import { filterOf, scopeOf } from './event-filter.js';
import { EventReadModel } from './event.read-model.js';
import type { DeprecatedEventSearchDto, EventSearchQuery } from './event.dto.js';
import type {
  EventListResponse,
  EventSearchResponse,
  FeatureEventListResponse,
} from './event.response.js';
import { EventTeller } from './event-teller.js';

/** How many events a list without pages holds, as in the reference. */
const LIST_LIMIT = 100;

/**
 * The audit log in the forms in which it is asked for, without what the caller must not know of.
 */
@Injectable()
export class EventLog {
  constructor(
    private readonly reads: EventReadModel,
    private readonly teller: EventTeller,
  ) {}

  /** The newest events of a project, or of the whole instance. */
  async newest(
    project: string | undefined,
    caller: Caller,
    reader: Reader,
  ): Promise<EventListResponse> {
    return this.list({ project }, caller, reader);
  }

  /** The newest events of a feature; none when there never was one of that name. */
  async ofFeature(
    feature: string,
    caller: Caller,
    reader: Reader,
  ): Promise<FeatureEventListResponse> {
    return { toggleName: feature, ...(await this.list({ feature }, caller, reader)) };
  }

  /**
   * One page of what a search finds, told in words. @throws BadDataError when a filter cannot be
   * used.
   */
  async search(
    query: EventSearchQuery,
    caller: Caller,
    reader: Reader,
  ): Promise<EventSearchResponse> {
    const { events, total } = await this.reads.search(
      { ...filterOf(query), ...scopeOf(caller) },
      query,
      reader,
    );
    return { events: events.map((event) => this.teller.told(event)), total };
  }

  /** One page of what the deprecated search finds. */
  async list(
    { type, project, feature, query, limit, offset }: DeprecatedEventSearchDto,
    caller: Caller,
    reader: Reader,
  ): Promise<EventListResponse> {
    const filter = {
      types: listed(type),
      projects: listed(project),
      features: listed(feature),
      text: query || undefined,
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
