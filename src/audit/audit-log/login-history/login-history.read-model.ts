import { Injectable } from '@nestjs/common';
import { Database, type Reader } from '../../../platform/database/database.js';
import type { Json } from '../../../platform/http/json.js';
import type {
  LoginEventResponse,
  LoginHistoryQuery,
  LoginHistoryResponse,
} from './login-history.dto.js';
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

  /** The page as CSV (RFC 4180), with a header line. */
  async listCsv(query: LoginHistoryQuery, reader: Reader): Promise<string> {
    const { events } = JSON.parse(await this.list(query, reader)) as LoginHistoryResponse;
    const lines = [
      [...COLUMNS],
      ...events.map((event: LoginEventResponse) => COLUMNS.map((column) => event[column])),
    ];
    return lines.map((line) => `${line.map(csvField).join(',')}\r\n`).join('');
  }
}

/**
 * Prefixes texts that a spreadsheet would run as a formula with an apostrophe, because users choose
 * their own names.
 */
function csvField(value: string | number | boolean | null): string {
  const plain = String(value ?? '');
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
