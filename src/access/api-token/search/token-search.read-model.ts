import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Database, type Reader } from '../../../platform/database/database.js';
import type { Json } from '../../../platform/http/json.js';
import { readableTypes } from '../token-permission.js';
import type { TokenSearchQuery } from './token-search.dto.js';
import type { TokenSearchResponse } from './token-search.response.js';
import { SEARCH } from './token-search.sql.js';

/** Finds API tokens, in pages. */
@Injectable()
export class TokenSearchReadModel {
  constructor(private readonly database: Database) {}

  /**
   * A page of the tokens that match, of the types that the caller may read and without tokens of
   * hidden projects.
   */
  async find(
    query: TokenSearchQuery,
    caller: Caller,
    reader: Reader,
  ): Promise<Json<TokenSearchResponse>> {
    const visible = { types: readableTypes(caller), hiddenProjects: caller.hiddenProjects };
    const [row] = await this.database.longRead(reader, SEARCH(query, visible));
    return row!.json;
  }
}
