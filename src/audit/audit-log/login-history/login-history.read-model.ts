import { Injectable } from '@nestjs/common';
import { Database, type Reader } from '../../../platform/database/database.js';
import { csvOf } from '../../../platform/http/csv.js';
import type { Json } from '../../../platform/http/json.js';
import type { LoginHistoryQuery, LoginHistoryResponse } from './login-history.dto.js';
import { LIST } from './login-history.sql.js';

const COLUMNS = [
  'id',
  'username',
  'auth_type',
  'created_at',
  'successful',
  'ip',
  'failure_reason',
] as const;

/** Reads successful and failed logins, newest first. */
@Injectable()
export class LoginHistoryReadModel {
  constructor(private readonly database: Database) {}

  async list(
    { offset, limit }: LoginHistoryQuery,
    reader: Reader,
  ): Promise<Json<LoginHistoryResponse>> {
    const [row] = await this.database.runFor(reader, LIST, [offset, limit]);
    return row!.json;
  }

  /** The page as CSV. */
  async listCsv(query: LoginHistoryQuery, reader: Reader): Promise<string> {
    const { events } = JSON.parse(await this.list(query, reader)) as LoginHistoryResponse;
    return csvOf(COLUMNS, events);
  }
}
