import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Json } from '../../http/json.js';
import type { LoginHistoryQuery } from './login-history.dto.js';
import type { LoginEventResponse, LoginHistoryResponse } from './login-history.response.js';

/**
 * Each type is walked in the index of types from its newest event on, so that a page costs its own
 * length, whatever the log holds.
 */
const LIST = {
  name: 'login-history',
  text: /* sql */ `
    SELECT jsonb_build_object('events', COALESCE(jsonb_agg(jsonb_build_object('id', e.id, 'username', e.created_by,
             'auth_type', COALESCE(e.data ->> 'authType', 'unknown'), 'created_at', iso8601(e.created_at),
             'successful', e.type = 'user-logged-in', 'ip', e.address, 'failure_reason', e.data ->> 'failureReason') ORDER BY e.id DESC), '[]'))::text AS json
      FROM (
        SELECT e.id FROM (VALUES ('user-logged-in'), ('user-login-failed')) wanted (type) CROSS JOIN LATERAL (
          SELECT id FROM event WHERE event.type = wanted.type ORDER BY id DESC LIMIT $1::bigint + $2::bigint) e
         ORDER BY e.id DESC LIMIT $2 OFFSET $1
      ) page JOIN event e ON e.id = page.id`,
};

const COLUMNS = [
  'id',
  'username',
  'auth_type',
  'created_at',
  'successful',
  'ip',
  'failure_reason',
] as const;

/** Who signed in and who failed to, newest first. */
@Injectable()
export class LoginHistoryReadModel {
  constructor(private readonly database: Database) {}

  async list({ offset, limit }: LoginHistoryQuery): Promise<Json<LoginHistoryResponse>> {
    const [row] = await this.database.run<{ json: string }>(LIST, [offset, limit]);
    return row!.json;
  }

  /** The same as a CSV file (RFC 4180), a line of names first. */
  async listCsv(query: LoginHistoryQuery): Promise<string> {
    const { events } = JSON.parse(await this.list(query)) as LoginHistoryResponse;
    const lines = [
      [...COLUMNS],
      ...events.map((event: LoginEventResponse) => COLUMNS.map((column) => event[column])),
    ];
    return lines.map((line) => `${line.map(csvField).join(',')}\r\n`).join('');
  }
}

/**
 * A spreadsheet takes a text for a formula that begins like one, and users choose their names: such
 * a text gets an apostrophe in front.
 */
function csvField(value: string | number | boolean | null): string {
  const plain = String(value ?? '');
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
