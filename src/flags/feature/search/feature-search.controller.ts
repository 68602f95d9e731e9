import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, CurrentReader } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import type { Reader } from '../../../platform/database/database.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { FeatureSearchQuery, FeatureSearchResponse } from './feature-search.dto.js';
import { FeatureSearchReadModel } from './feature-search.read-model.js';

/** Searches features across projects. */
@ApiTags('Search')
@Controller('api/admin/search/features')
export class FeatureSearchController {
  constructor(private readonly search: FeatureSearchReadModel) {}

  /**
   * Searches features by text, project, type, tag, segment, state, environment and more, in pages.
   */
  @Get()
  @Endpoint({
    id: 'searchFeatures',
    cost: 'search',
    permission: 'NONE',
    response: FeatureSearchResponse,
    compressed: true,
    refusals: [429],
  })
  find(
    @Query() query: FeatureSearchQuery,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<Json<FeatureSearchResponse>> {
    return this.search.find(query, caller, reader);
  }
}
