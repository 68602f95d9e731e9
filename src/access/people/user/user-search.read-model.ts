import { Injectable } from '@nestjs/common';
import { Database, type Reader } from '../../../platform/database/database.js';
import type { Json } from '../../../platform/http/json.js';
import { type JsonList, listAsJson } from '../../../platform/http/json-list.js';
import type { UsersAndGroupsResponse } from './user.response.js';
import { ACCESS } from './user.sql.js';
import type { AccountSearchQuery, UserSearchQuery } from './user-search.dto.js';
import type { UserSearchResponse } from './user-search.response.js';
import { SEARCH, SEARCH_ACCOUNTS } from './user-search.sql.js';

const MOST_ACCOUNTS = 1000;

/** Finds users by their names, in pages. */
@Injectable()
export class UserSearchReadModel {
  constructor(private readonly database: Database) {}

  /** A page of the users that match. */
  async find(query: UserSearchQuery, reader: Reader): Promise<Json<UserSearchResponse>> {
    const [row] = await this.database.longRead(reader, SEARCH(query));
    return row!.json;
  }

  /** All users, service accounts and groups; with a search, those that match, by their names. */
  async accounts(
    { query, limit }: AccountSearchQuery,
    reader: Reader,
  ): Promise<JsonList<UsersAndGroupsResponse>> {
    if (query === undefined && limit === undefined)
      return listAsJson(await this.database.pagesFor(reader, ACCESS, []), 'users');
    const most = limit ?? MOST_ACCOUNTS;
    const [row] = await this.database.runFor(reader, SEARCH_ACCOUNTS, [query ?? '', most]);
    return row!.json;
  }
}
