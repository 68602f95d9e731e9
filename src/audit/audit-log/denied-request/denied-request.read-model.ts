import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { Json } from '../../../platform/http/json.js';
import type { DeniedRequestsQuery, DeniedRequestsResponse } from './denied-request.dto.js';
import { LIST } from './denied-request.sql.js';

/** Reads denied requests, newest first. */
@Injectable()
export class DeniedRequestReadModel {
  constructor(private readonly database: Database) {}

  async list({ offset, limit }: DeniedRequestsQuery): Promise<Json<DeniedRequestsResponse>> {
    const [row] = await this.database.run(LIST, [offset, limit]);
    return row!.list;
  }
}
