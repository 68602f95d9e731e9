import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { CurrentCaller } from '../../access/access.guard.js';
import type { Caller } from '../../access/caller.js';
import { Endpoint } from '../../http/endpoint.js';
import type { Json } from '../../http/json.js';
import { DeprecatedEventSearchDto, EventListQuery, EventSearchQuery } from './event.dto.js';
import { EventLog } from './event-log.js';
import { EventFeatureParams } from './event.params.js';
import { EventReadModel } from './event.read-model.js';
import { EventCreatorResponse, EventListResponse, EventSearchResponse, FeatureEventListResponse } from './event.response.js';

const tag = 'Events';
/** Version 6.0 of the reference, which brought the search that replaces it. */
const DEPRECATED = { since: new Date('2024-06-01') };

/** The audit log. */
@Controller('api/admin')
export class EventController {
  constructor(
    private readonly log: EventLog,
    private readonly reads: EventReadModel,
  ) {}

  /** Lists the newest 100 events of a project or of the whole instance. */
  @Get('events')
  @Endpoint({ id: 'getEvents', cost: 'search', tag, permission: 'READ_LOGS', response: EventListResponse, refusals: [400] })
  list(@Query() { project }: EventListQuery, @CurrentCaller() caller: Caller): Promise<EventListResponse> {
    return this.log.newest(project, caller);
  }

  /** Lists the newest 100 events of a feature. None for a name that no feature ever had. */
  @Get('events/:featureName')
  @Endpoint({ id: 'getEventsForToggle', cost: 'search', tag, permission: 'NONE', response: FeatureEventListResponse })
  ofFeature(@Param() { featureName }: EventFeatureParams, @CurrentCaller() caller: Caller): Promise<FeatureEventListResponse> {
    return this.log.ofFeature(featureName, caller);
  }

  /** Searches events, newest first, page by page. */
  @Get('search/events')
  @Endpoint({ id: 'searchEvents', cost: 'search', tag, permission: 'NONE', response: EventSearchResponse, refusals: [400] })
  search(@Query() query: EventSearchQuery, @CurrentCaller() caller: Caller): Promise<EventSearchResponse> {
    return this.log.search(query, caller);
  }

  /** Searches events. Deprecated: `GET /api/admin/search/events` can do more. */
  @Post('events/search')
  @Endpoint({
    id: 'deprecatedSearchEvents',
    cost: 'search',
    tag,
    permission: 'NONE',
    response: EventListResponse,
    refusals: [400, 413, 415],
    deprecated: DEPRECATED,
  })
  deprecatedSearch(@Body() dto: DeprecatedEventSearchDto, @CurrentCaller() caller: Caller): Promise<EventListResponse> {
    return this.log.list(dto, caller);
  }

  /** Lists everybody who caused events, for the filter of the search. */
  @Get('event-creators')
  @Endpoint({ id: 'getEventCreators', cost: 'search', tag, permission: 'NONE', response: [EventCreatorResponse] })
  creators(@CurrentCaller() caller: Caller): Promise<Json<EventCreatorResponse[]>> {
    return this.reads.creators(caller);
  }
}
