import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/auth/caller/caller.js';
import { CurrentCaller, CurrentReader } from '../../core/auth/current-caller.js';
import type { Reader } from '../../platform/database/database.js';
import { CSV, IsCsv } from '../../platform/http/csv.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import type { Json, JsonParts } from '../../platform/http/json.js';
import {
  InsightsQuery,
  InsightsResponse,
  LifecycleInsightsQuery,
  LifecycleInsightsResponse,
} from './instance-insights.dto.js';
import { InstanceInsightsReadModel } from './instance-insights.read-model.js';

const permission = 'NONE';

/** Tells how the instance changes over time. */
@ApiTags('Instance Admin')
@Controller('api/admin/insights')
export class InstanceInsightsController {
  constructor(private readonly insights: InstanceInsightsReadModel) {}

  /**
   * Reads numbers of features, debt, times to production, changes and usage over time. One of the
   * lists as CSV when the request prefers `text/csv` to JSON.
   */
  @Get()
  @Endpoint({
    id: 'getInstanceInsights',
    cost: 'search',
    permission,
    response: InsightsResponse,
    alternative: CSV,
    refusals: [429],
  })
  trends(
    @Query() query: InsightsQuery,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
    @IsCsv() isCsv: boolean,
  ): Promise<Json<InsightsResponse> | JsonParts<never>> {
    return isCsv
      ? this.insights.trendsCsv(query, caller, reader)
      : this.insights.trends(query, caller, reader);
  }

  /** Reads how far features are in their life, by kind, and how long they stay in each part. */
  @Get('lifecycle')
  @Endpoint({
    id: 'getLifecycleTrends',
    cost: 'search',
    permission,
    response: LifecycleInsightsResponse,
    refusals: [429],
  })
  lifecycle(
    @Query() query: LifecycleInsightsQuery,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<Json<LifecycleInsightsResponse>> {
    return this.insights.lifecycle(query, caller, reader);
  }
}
