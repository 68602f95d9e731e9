import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { csvOf } from '../../../platform/http/csv.js';
import type { Json } from '../../../platform/http/json.js';
import type { DeniedRequestsQuery, DeniedRequestsResponse } from './denied-request.dto.js';
import { LIST } from './denied-request.sql.js';

const COLUMNS = [
  'id',
  'minute',
  'reason',
  'callerType',
  'callerId',
  'callerName',
  'method',
  'route',
  'address',
  'requests',
] as const;

/** Reads denied requests, newest first. */
@Injectable()
export class DeniedRequestReadModel {
  constructor(private readonly database: Database) {}

  async list({ offset, limit }: DeniedRequestsQuery): Promise<Json<DeniedRequestsResponse>> {
    const [row] = await this.database.run(LIST, [offset, limit]);
    return row!.list;
  }

  /** The page as CSV. */
  async listCsv(query: DeniedRequestsQuery): Promise<string> {
    const { deniedRequests } = JSON.parse(await this.list(query)) as DeniedRequestsResponse;
    const rows = deniedRequests.map(({ caller: { type, id, name }, ...row }) => ({
      ...row,
      ...{ callerType: type, callerId: id, callerName: name },
    }));
    return csvOf(COLUMNS, rows);
  }
}
