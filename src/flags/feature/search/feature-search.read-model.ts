import { Injectable } from '@nestjs/common';
import { Database, type Reader } from '../../../platform/database/database.js';
import { refuseCancelled } from '../../../platform/database/postgres-errors.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { valuesIn } from '../../../platform/http/filter.js';
import type { Json } from '../../../platform/http/json.js';
import type { FeatureDetailsQuery, FeatureDetailsResponse } from './feature-details.dto.js';
import { FEATURE_DETAILS } from './feature-details.sql.js';
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

  /**
   * Tells of features in visible projects only.
   * @throws BadDataError when there are more than 50 names, or it takes too long.
   */
  async details(
    { names }: FeatureDetailsQuery,
    { hiddenProjects }: Caller,
    reader: Reader,
  ): Promise<Json<FeatureDetailsResponse>> {
    const [row] = await this.database
      .longRead(reader, FEATURE_DETAILS, [valuesIn('names', names), hiddenProjects])
      .catch((error: unknown) => refuseCancelled(error, 'Ask for fewer features.'));
    return row!.answer;
  }
}
