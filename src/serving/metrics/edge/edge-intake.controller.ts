import { Body, Controller, Post, Get, Query } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { EdgeInstanceDto, EdgeLatencyDto, EdgePageQuery, EdgesResponse } from './edge.dto.js';
import { EdgeService } from './edge.service.js';

/** Shows edges. */
@ApiTags('Edge')
@Controller('api/admin/metrics/edges')
export class EdgeOverviewController {
  constructor(private readonly edges: EdgeService) {}

  /** Lists edges that reported in the last 7 days, as they last reported. */
  @Get()
  @Endpoint({ id: 'getEdges', permission: 'ADMIN', response: EdgesResponse })
  list(@Query() page: EdgePageQuery): Promise<Json<EdgesResponse>> {
    return this.edges.list(page);
  }
}

/** Receives what edges report about themselves. */
@ApiTags('Edge')
@Controller('api/client/metrics/edge')
@ApiExtraModels(EdgeLatencyDto)
export class EdgeIntakeController {
  constructor(private readonly edges: EdgeService) {}

  /**
   * Reports how an edge is, and those that are connected to it. 1000 edges of each environment are
   * kept.
   */
  @Post()
  @ApiBody({ type: EdgeInstanceDto })
  @Endpoint({ id: 'registerEdgeObservabilityMetrics', permission: 'CLIENT', status: 202 })
  report(@Body() body: unknown, @CurrentCaller() caller: Caller): Promise<void> {
    return this.edges.report(body, caller);
  }
}
