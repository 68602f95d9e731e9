import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, CurrentReader } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import type { Reader } from '../../../platform/database/database.js';
import type { JsonParts } from '../../../platform/http/json.js';
import { AnswerLanguage, type Language } from '../../../platform/http/language.js';
import { CSV } from '../../../platform/http/csv.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import {
  DeprecatedEventSearchDto,
  EventCreatorResponse,
  EventFeatureParams,
  EventListQuery,
  EventListResponse,
  EventSearchQuery,
  EventSearchResponse,
  EventTableQuery,
  FeatureEventListResponse,
} from './event.dto.js';
import { EventLog } from './event-log.js';
import { EventReadModel } from './event.read-model.js';

/** The reference deprecated this search in version 6.0. */
const DEPRECATED = { since: new Date('2024-06-01') };

/** Reads the audit log. */
@ApiTags('Events')
@Controller('api/admin')
export class EventController {
  constructor(
    private readonly log: EventLog,
    private readonly reads: EventReadModel,
  ) {}

  /** Lists the newest 100 events of a project or of the whole instance. */
  @Get('events')
  @Endpoint({
    id: 'getEvents',
    cost: 'search',
    permission: ['ADMIN', 'READ_LOGS'],
    response: EventListResponse,
    refusals: [429],
  })
  list(
    @Query() { project }: EventListQuery,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<EventListResponse | JsonParts<EventListResponse>> {
    return this.log.newest(project, caller, reader);
  }

  /** Lists the newest 100 events of a feature. Empty when no feature ever had this name. */
  @Get('events/:featureName')
  @Endpoint({
    id: 'getEventsForToggle',
    cost: 'search',
    permission: 'NONE',
    response: FeatureEventListResponse,
    refusals: [429],
    neverRefuses: [404],
  })
  ofFeature(
    @Param() { featureName }: EventFeatureParams,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<FeatureEventListResponse | JsonParts<FeatureEventListResponse>> {
    return this.log.ofFeature(featureName, caller, reader);
  }

  /** Searches events, newest first, in pages. */
  @Get('search/events')
  @Endpoint({
    id: 'searchEvents',
    isTranslated: true,
    cost: 'search',
    permission: 'NONE',
    response: EventSearchResponse,
    refusals: [429],
  })
  search(
    @Query() query: EventSearchQuery,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
    @AnswerLanguage() language: Language,
  ): Promise<EventSearchResponse | JsonParts<EventSearchResponse>> {
    return this.log.search(query, caller, reader, language);
  }

  /**
   * Searches events, newest first, in pages, as CSV: a line with the names of the columns, and a
   * line for each event.
   */
  @Get('search/events/csv')
  @Endpoint({
    id: 'searchEventsCsv',
    isTranslated: true,
    cost: 'search',
    permission: 'NONE',
    contentType: `${CSV}; charset=utf-8`,
    refusals: [429],
  })
  searchCsv(
    @Query() query: EventTableQuery,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
    @AnswerLanguage() language: Language,
  ): Promise<JsonParts<never>> {
    return this.log.searchCsv(query, caller, reader, language);
  }

  /** Searches events. Deprecated: use `GET /api/admin/search/events`. */
  @Post('events/search')
  @Endpoint({
    id: 'deprecatedSearchEvents',
    reads: true,
    cost: 'search',
    permission: 'NONE',
    response: EventListResponse,
    refusals: [429],
    deprecated: DEPRECATED,
  })
  deprecatedSearch(
    @Body() dto: DeprecatedEventSearchDto,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<EventListResponse | JsonParts<EventListResponse>> {
    return this.log.list(dto, caller, reader);
  }

  /** Lists everybody who caused events, for a filter in a search form. */
  @Get('event-creators')
  @Endpoint({
    id: 'getEventCreators',
    cost: 'search',
    permission: 'NONE',
    response: [EventCreatorResponse],
    refusals: [429],
  })
  creators(
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<Json<EventCreatorResponse[]>> {
    return this.reads.creators(caller, reader);
  }
}
