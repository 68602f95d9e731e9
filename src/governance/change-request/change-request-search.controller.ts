import { Controller, Get, Query } from '@nestjs/common';
import { CurrentCaller } from '../../core/auth/current-caller.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import type { Json } from '../../platform/http/json.js';
import { ChangeRequestSearchQuery } from './change-request.dto.js';
import { ChangeRequestReadModel } from './change-request.read-model.js';
import { ChangeRequestSearchResponse } from './change-request.response.js';

/** Finds change requests. */
@Controller('api/admin/search/change-requests')
export class ChangeRequestSearchController {
  constructor(private readonly reads: ChangeRequestReadModel) {}

  /** Finds change requests of all projects that the caller can see, newest first. */
  @Get()
  @Endpoint({
    id: 'searchChangeRequests',
    cost: 'heavy',
    tag: 'Change Requests',
    permission: 'NONE',
    response: ChangeRequestSearchResponse,
    refusals: [400],
  })
  search(
    @Query() query: ChangeRequestSearchQuery,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<ChangeRequestSearchResponse>> {
    return this.reads.search(query, caller);
  }
}
