import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, CurrentReader } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import type { Reader } from '../../../platform/database/database.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import {
  FeatureDetailsQuery,
  FeatureDetailsResponse,
  FeatureSearchQuery,
  FeatureSearchResponse,
} from './feature-search.dto.js';
import { FeatureSearchReadModel } from './feature-search.read-model.js';

/** Searches features across projects. */
@ApiTags('Search')
@Controller('api/admin/search')
export class FeatureSearchController {
  constructor(private readonly search: FeatureSearchReadModel) {}

  /**
   * Searches features by text, project, type, tag, segment, state, environment and more, in pages.
   */
  @Get('features')
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
  /**
   * Returns what the console's list tells of some features: who gets them in production, how often
   * they are evaluated, who changed them last, and who owns them.
   */
  @Get('feature-details')
  @Endpoint({
    id: 'getFeatureDetails',
    cost: 'search',
    permission: 'NONE',
    response: FeatureDetailsResponse,
    compressed: true,
    refusals: [429],
  })
  details(
    @Query() query: FeatureDetailsQuery,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<Json<FeatureDetailsResponse>> {
    return this.search.details(query, caller, reader);
  }
}
