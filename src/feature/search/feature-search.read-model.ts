import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Actor } from '../../event/actor.js';
import type { Json } from '../../http/json.js';
import type { FeatureSearchQuery } from './feature-search.dto.js';
import type { FeatureSearchResponse } from './feature-search.response.js';
import { searchStatement } from './feature-search.sql.js';

/** Finds features over all projects. */
@Injectable()
export class FeatureSearch {
  constructor(private readonly database: Database) {}

  /** @throws BadDataError when a filter is not written as filters are. */
  async find(query: FeatureSearchQuery, actor: Actor): Promise<Json<FeatureSearchResponse>> {
    const { text, values } = searchStatement(query, actor.userId);
    const [row] = await this.database.query<{ answer: string }>(text, values);
    return row!.answer;
  }
}
