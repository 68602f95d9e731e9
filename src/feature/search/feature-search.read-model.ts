import { Injectable } from '@nestjs/common';
import { Database, type Reader } from '../../database/database.js';
import { refuseCancelled } from '../../database/postgres-errors.js';
import type { Caller } from '../../auth/caller/caller.js';
import type { Json } from '../../http/json.js';
import type { FeatureSearchQuery } from './feature-search.dto.js';
import type { FeatureSearchResponse } from './feature-search.response.js';
import { SEARCH } from './feature-search.sql.js';

/** Finds features over all projects. */
@Injectable()
export class FeatureSearchReadModel {
  constructor(private readonly database: Database) {}

  /**
   * Of the projects that the caller may know of. @throws BadDataError when a filter is not written
   * as filters are, or the search takes too long.
   */
  async find(
    query: FeatureSearchQuery,
    caller: Caller,
    reader: Reader,
  ): Promise<Json<FeatureSearchResponse>> {
    const [row] = await this.database
      .longRead(reader, SEARCH(query, caller))
      .catch((error: unknown) =>
        refuseCancelled(error, 'Use fewer words and values, or narrow it by a project.'),
      );
    return row!.answer;
  }
}
