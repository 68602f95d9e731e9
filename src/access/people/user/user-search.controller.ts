import { Controller, Get, Query } from '@nestjs/common';
import { CurrentReader } from '../../../core/auth/current-reader.js';
import type { Reader } from '../../../platform/database/database.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { UserSearchQuery } from './user-search.dto.js';
import { UserSearchReadModel } from './user-search.read-model.js';
import { UserSearchResponse } from './user-search.response.js';

/** Searches users. */
@Controller('api/admin/search/users')
export class UserSearchController {
  constructor(private readonly search: UserSearchReadModel) {}

  /** Finds users by a part of their name, user name or e-mail address, in pages. */
  @Get()
  @Endpoint({
    id: 'findUsers',
    cost: 'search',
    tag: 'Users',
    permission: 'ADMIN',
    response: UserSearchResponse,
    refusals: [400, 429],
  })
  find(
    @Query() query: UserSearchQuery,
    @CurrentReader() reader: Reader,
  ): Promise<Json<UserSearchResponse>> {
    return this.search.find(query, reader);
  }
}
