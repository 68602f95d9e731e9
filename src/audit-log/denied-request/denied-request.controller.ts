import { Controller, Get, Query } from '@nestjs/common';
import { Endpoint } from '../../http/endpoint.js';
import type { Json } from '../../http/json.js';
import { DeniedRequestsQuery } from './denied-request.dto.js';
import { DeniedRequestReadModel } from './denied-request.read-model.js';
import { DeniedRequestsResponse } from './denied-request.response.js';

/** Who was denied what. */
@Controller('api/admin/denied-requests')
export class DeniedRequestController {
  constructor(private readonly reads: DeniedRequestReadModel) {}

  /**
   * Lists requests that were refused with 403 or came with a token that nobody knows, newest first:
   * counted for each caller, route and minute, some seconds after they came. Of a flood a part is
   * told apart, and the rest counted.
   */
  @Get()
  @Endpoint({
    id: 'getDeniedRequests',
    tag: 'Instance Admin',
    permission: ['ADMIN', 'READ_LOGS'],
    response: DeniedRequestsResponse,
    refusals: [400],
  })
  list(@Query() query: DeniedRequestsQuery): Promise<Json<DeniedRequestsResponse>> {
    return this.reads.list(query);
  }
}
