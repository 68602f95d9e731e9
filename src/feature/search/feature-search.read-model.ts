import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Caller } from '../../access/caller.js';
import type { Json } from '../../http/json.js';
import type { FeatureSearchQuery } from './feature-search.dto.js';
import type { FeatureSearchResponse } from './feature-search.response.js';
import { searchStatement } from './feature-search.sql.js';

/** Finds features over all projects. */
@Injectable()
export class FeatureSearch {
  constructor(private readonly database: Database) {}

  /** Of the projects that the caller may know of. @throws BadDataError when a filter is not written as filters are. */
  async find(query: FeatureSearchQuery, caller: Caller): Promise<Json<FeatureSearchResponse>> {
    const { text, values } = searchStatement(query, caller);
    const [row] = await this.database.query<{ answer: string }>(text, values);
    return row!.answer;
  }
}
