import { Injectable } from '@nestjs/common';
import { Database, type Reader } from '../../../platform/database/database.js';
import { refuseCancelled } from '../../../platform/database/postgres-errors.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import type { Json } from '../../../platform/http/json.js';
import type { FeatureSearchQuery, FeatureSearchResponse } from './feature-search.dto.js';
import { SEARCH } from './feature-search.sql.js';

/** Searches features across projects. */
@Injectable()
export class FeatureSearchReadModel {
  constructor(private readonly database: Database) {}

  /**
   * Searches visible projects only.
   * @throws BadDataError when a filter is malformed or the search takes too long.
   */
  async find(
    query: FeatureSearchQuery,
    caller: Caller,
    reader: Reader,
  ): Promise<Json<FeatureSearchResponse>> {
    const [row] = await this.database
      .longRead(reader, SEARCH(query, caller))
      .catch((error: unknown) =>
        refuseCancelled(error, 'Use fewer words and values, or restrict it to a project.'),
      );
    return row!.answer;
  }
}
