import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CSV } from '../../../platform/http/csv.js';
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

  /** Lists the same as CSV: a line with the names of the columns, and a line for each row. */
  @Get('csv')
  @Endpoint({
    id: 'getDeniedRequestsCsv',
    permission: ['ADMIN', 'READ_LOGS'],
    contentType: `${CSV}; charset=utf-8`,
  })
  listCsv(@Query() query: DeniedRequestsQuery): Promise<string> {
    return this.reads.listCsv(query);
  }
}
