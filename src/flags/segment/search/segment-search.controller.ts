import { Controller, Get, Query } from '@nestjs/common';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { CurrentReader } from '../../../core/auth/current-reader.js';
import type { Reader } from '../../../platform/database/database.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { SegmentSearchQuery } from './segment-search.dto.js';
import { SegmentSearchReadModel } from './segment-search.read-model.js';
import { SegmentSearchResponse } from './segment-search.response.js';

/** Searches segments. */
@Controller('api/admin/search/segments')
export class SegmentSearchController {
  constructor(private readonly search: SegmentSearchReadModel) {}

  /** Finds segments by a part of their name, description or project, in pages with their usage. */
  @Get()
  @Endpoint({
    id: 'findSegments',
    cost: 'search',
    tag: 'Segments',
    permission: 'NONE',
    response: SegmentSearchResponse,
    refusals: [400, 429],
  })
  find(
    @Query() query: SegmentSearchQuery,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<Json<SegmentSearchResponse>> {
    return this.search.find(query, caller, reader);
  }
}
