import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { DeniedRequestsQuery, DeniedRequestsResponse } from './denied-request.dto.js';
import { DeniedRequestReadModel } from './denied-request.read-model.js';

/** Lists denied requests. */
@ApiTags('Instance Admin')
@Controller('api/admin/denied-requests')
export class DeniedRequestController {
  constructor(private readonly reads: DeniedRequestReadModel) {}

  /**
   * Lists requests that were refused with 403 or sent an unknown token, newest first, counted by
   * caller, route and minute. Rows appear a few seconds after the requests. When there are very
   * many, the excess is counted in rows of the type `others`.
   */
  @Get()
  @Endpoint({
    id: 'getDeniedRequests',
    permission: ['ADMIN', 'READ_LOGS'],
    response: DeniedRequestsResponse,
  })
  list(@Query() query: DeniedRequestsQuery): Promise<Json<DeniedRequestsResponse>> {
    return this.reads.list(query);
  }
}
