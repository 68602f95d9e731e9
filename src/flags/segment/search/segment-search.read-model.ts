import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { Database, type Reader } from '../../../platform/database/database.js';
import type { Json } from '../../../platform/http/json.js';
import type { SegmentSearchQuery } from './segment-search.dto.js';
import type { SegmentSearchResponse } from './segment-search.response.js';
import { SEARCH } from './segment-search.sql.js';

/** Finds segments, in pages. */
@Injectable()
export class SegmentSearchReadModel {
  constructor(private readonly database: Database) {}

  /** A page of the segments that match, without those of hidden projects. */
  async find(
    query: SegmentSearchQuery,
    { hiddenProjects }: Caller,
    reader: Reader,
  ): Promise<Json<SegmentSearchResponse>> {
    const [row] = await this.database.longRead(reader, SEARCH(query, hiddenProjects));
    return row!.json;
  }
}
