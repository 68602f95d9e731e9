import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { EdgePageQuery, EdgesResponse } from './edge.dto.js';
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
