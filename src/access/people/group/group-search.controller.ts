import { Controller, Get, Query } from '@nestjs/common';
import { CurrentReader } from '../../../core/auth/current-reader.js';
import type { Reader } from '../../../platform/database/database.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { GroupReadModel } from './group.read-model.js';
import { GroupSearchQuery } from './group-search.dto.js';
import { GroupSearchResponse } from './group-search.response.js';

/** Searches groups. */
@Controller('api/admin/search/groups')
export class GroupSearchController {
  constructor(private readonly groups: GroupReadModel) {}

  /**
   * Finds groups by a part of their name or description, in pages and with their first members.
   */
  @Get()
  @Endpoint({
    id: 'findGroups',
    cost: 'search',
    tag: 'Users',
    permission: 'ADMIN',
    response: GroupSearchResponse,
    refusals: [400, 429],
  })
  find(
    @Query() query: GroupSearchQuery,
    @CurrentReader() reader: Reader,
  ): Promise<Json<GroupSearchResponse>> {
    return this.groups.find(query, reader);
  }
}
