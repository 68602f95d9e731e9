import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/auth/caller/caller.js';
import type { Reader } from '../../../platform/database/database.js';
import { csvLines } from '../../../platform/http/csv.js';
import type { Language } from '../../../platform/http/language.js';
import { JsonParts } from '../../../platform/http/json.js';
import { inParts } from '../../../platform/http/json-list.js';
import { filterOf, scopeOf, textOf, withCurrentTypes } from './event-filter.js';
import { type EventPage, EventReadModel } from './event.read-model.js';
import type {
  DeprecatedEventSearchDto,
  DescribedEventResponse,
  EventListResponse,
  EventSearchQuery,
  EventSearchResponse,
  FeatureEventListResponse,
} from './event.dto.js';
import { EventDescriber } from './event-describer.js';
import { wordsOf } from './event-words.js';

/** A response, whose events are sent one by one when they are many or large. */
type Answer<T> = T | JsonParts<T>;

type Largeness = Pick<EventPage, 'isLarge'>;

/** Length of lists without pages, as in the reference. */
const LIST_LIMIT = 100;

const COLUMNS = [
  'id',
  'createdAt',
  'type',
  'label',
  'summary',
  'createdBy',
  'createdByName',
  'createdByUserId',
  'project',
  'environment',
  'featureName',
  'ip',
  'token',
  'preData',
  'data',
] as const satisfies readonly (keyof DescribedEventResponse)[];

/** Returns events in the shapes of the API, without those that are hidden from the caller. */
@Injectable()
export class EventLog {
  constructor(
    private readonly reads: EventReadModel,
    private readonly describer: EventDescriber,
  ) {}

  /** The newest events of a project or of the whole instance. */
  newest(
    project: string | undefined,
    caller: Caller,
    reader: Reader,
  ): Promise<Answer<EventListResponse>> {
    return this.list({ project }, caller, reader);
  }

  /** The newest events of a feature; empty for an unknown name. */
  async ofFeature(
    feature: string,
    caller: Caller,
    reader: Reader,
  ): Promise<Answer<FeatureEventListResponse>> {
    const { isLarge, ...page } = await this.listed({ feature }, caller, reader);
    return answerOf({ toggleName: feature, ...page }, isLarge);
  }

  /**
   * A page of search results with labels and summaries in a language.
   * @throws BadDataError when a filter is invalid.
   */
  async search(
    query: EventSearchQuery,
    caller: Caller,
    reader: Reader,
    language: Language,
  ): Promise<Answer<EventSearchResponse>> {
    const { isLarge, ...page } = await this.page(query, caller, reader, language);
    return answerOf(page, isLarge);
  }

  /** A page of search results as CSV. @throws BadDataError as {@link search}. */
  async searchCsv(
    query: EventSearchQuery,
    caller: Caller,
    reader: Reader,
    language: Language,
  ): Promise<JsonParts<never>> {
    const { events } = await this.page(query, caller, reader, language);
    return new JsonParts(csvLines(COLUMNS, events));
  }

  /** @throws BadDataError as {@link search}. */
  async page(
    query: EventSearchQuery,
    caller: Caller,
    reader: Reader,
    language: Language,
  ): Promise<EventSearchResponse & Largeness> {
    const words = await wordsOf(language);
    const { events, names, total, isLarge } = await this.reads.search(
      { ...filterOf(query, words), ...scopeOf(caller) },
      query,
      reader,
    );
    const mentioned = await this.reads.mentioned(events, reader);
    const described = events.map((event) =>
      this.describer.describe(event, words, names[event.createdByUserId] ?? undefined, mentioned),
    );
    return { events: described, total, isLarge };
  }

  /** A page of results of the deprecated search. */
  async list(
    search: DeprecatedEventSearchDto,
    caller: Caller,
    reader: Reader,
  ): Promise<Answer<EventListResponse>> {
    const { isLarge, ...page } = await this.listed(search, caller, reader);
    return answerOf(page, isLarge);
  }

  private async listed(
    { type, project, feature, query, limit, offset }: DeprecatedEventSearchDto,
    caller: Caller,
    reader: Reader,
  ): Promise<EventListResponse & Largeness> {
    const filter = {
      types: withCurrentTypes(listed(type)),
      projects: listed(project),
      features: listed(feature),
      text: textOf(query),
      ...scopeOf(caller),
    };
    const { events, total, isLarge } = await this.reads.search(
      filter,
      { limit: limit ?? LIST_LIMIT, offset: offset ?? 0 },
      reader,
    );
    return { version: 1, events, totalEvents: total, isLarge };
  }
}

function answerOf<T extends { events: object[] }>(answer: T, isLarge: boolean): Answer<T> {
  return isLarge ? inParts(answer, 'events') : answer;
}

const listed = (value: string | undefined): string[] | undefined =>
  value === undefined ? undefined : [value];
