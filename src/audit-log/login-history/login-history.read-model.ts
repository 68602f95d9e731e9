import { Injectable } from '@nestjs/common';
import { Database, type Reader } from '../../database/database.js';
import type { Json } from '../../http/json.js';
import { payloadOf } from '../../event/event-payload.sql.js';
import type { EventOf } from '../../event/event.types.js';
import type { LoginHistoryQuery } from './login-history.dto.js';
import type { LoginEventResponse, LoginHistoryResponse } from './login-history.response.js';

const login = payloadOf<EventOf<'user-logged-in' | 'user-login-failed'>>();
const failedLogin = payloadOf<EventOf<'user-login-failed'>>();

/**
 * Scans the index of each type from its newest event, so the cost of a page depends on its length
 * and not on the size of the log.
 */
const LIST = {
  name: 'login-history',
  text: /* sql */ `
    SELECT jsonb_build_object('events', COALESCE(jsonb_agg(jsonb_build_object('id', e.id, 'username', e.created_by,
             'auth_type', COALESCE(${login.text('data', 'authType')}, 'unknown'), 'created_at', iso8601(e.created_at),
             'successful', e.type = 'user-logged-in', 'ip', e.address, 'failure_reason', ${failedLogin.text('data', 'failureReason')}) ORDER BY e.id DESC), '[]'))::text AS json
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

/** Reads successful and failed logins, newest first. */
@Injectable()
export class LoginHistoryReadModel {
  constructor(private readonly database: Database) {}

  async list(
    { offset, limit }: LoginHistoryQuery,
    reader: Reader,
  ): Promise<Json<LoginHistoryResponse>> {
    const [row] = await this.database.runFor<{ json: string }>(reader, LIST, [offset, limit]);
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
