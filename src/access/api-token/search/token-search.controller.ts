import { Controller, Get, Query } from '@nestjs/common';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { CurrentReader } from '../../../core/auth/current-reader.js';
import type { Reader } from '../../../platform/database/database.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { anyPermissionFor } from '../token-permission.js';
import { TokenSearchQuery } from './token-search.dto.js';
import { TokenSearchReadModel } from './token-search.read-model.js';
import { TokenSearchResponse } from './token-search.response.js';

/** Searches API tokens. */
@Controller('api/admin/search/api-tokens')
export class TokenSearchController {
  constructor(private readonly search: TokenSearchReadModel) {}

  /**
   * Finds the tokens of the types that the caller may read by a part of their name, type,
   * environment or projects, in pages and without their secrets.
   */
  @Get()
  @Endpoint({
    id: 'findApiTokens',
    cost: 'search',
    tag: 'API tokens',
    permission: anyPermissionFor('READ'),
    response: TokenSearchResponse,
    refusals: [400, 429],
  })
  find(
    @Query() query: TokenSearchQuery,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<Json<TokenSearchResponse>> {
    return this.search.find(query, caller, reader);
  }
}
