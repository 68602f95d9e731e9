import { Injectable } from '@nestjs/common';
import { Database, type Reader } from '../../../platform/database/database.js';
import { csvOf } from '../../../platform/http/csv.js';
import type { Json } from '../../../platform/http/json.js';
import type { LoginHistoryQuery, LoginHistoryResponse } from './login-history.dto.js';
import { payloadOf, shownAddress } from '../../../core/event/event-payload.sql.js';
import { isUntallied } from '../../../core/event/event-tally.sql.js';
import type { EventOf } from '../../../core/event/event.types.js';
import { statement } from '../../../platform/database/statement.js';

const login = payloadOf<EventOf<'user-logged-in' | 'user-login-failed'>>();

const failedLogin = payloadOf<EventOf<'user-login-failed'>>();

/** The newest events of a type, written into the SQL so that the planner knows how rare it is. */
const newest = (
  type: EventOf<'user-logged-in' | 'user-login-failed'>['type'],
): string => /* sql */ `
  (SELECT id, created_at FROM event WHERE type = '${type}'
    ORDER BY id DESC LIMIT $1::bigint + $2::bigint)`;

const IS_LOGIN = "e.type IN ('user-logged-in', 'user-login-failed')";

/** The number of logins: the tallied ones, and those since the tally. */
const TOTAL = /* sql */ `(
  (SELECT COALESCE(sum(e.events), 0) FROM event_type_tally e WHERE ${IS_LOGIN})
    + (SELECT count(*) FROM event e WHERE ${IS_LOGIN} AND ${isUntallied('e')}))`;

/**
 * Scans the index of each type from its newest event, so the cost of a page depends on its length
 * and not on the size of the log. OFFSET keeps the planner, which does not know the length of the
 * page, from reading all events for the join.
 */
const LIST = statement<[offset: number, limit: number], { json: Json<LoginHistoryResponse> }>(
  'login-history.list',
  /* sql */ `
    SELECT jsonb_build_object('events', COALESCE(jsonb_agg(jsonb_build_object('id', e.id,
      'username', e.created_by,
             'auth_type', COALESCE(${login.text('data', 'authType')}, 'unknown'),
             'created_at', iso8601(e.created_at),
             'successful', e.type = 'user-logged-in', 'ip', ${shownAddress('e.address')},
             'failure_reason', ${failedLogin.text('data', 'failureReason')})
               ORDER BY e.id DESC),
               '[]'), 'total', ${TOTAL})::text AS json
      FROM (
        SELECT e.id, e.created_at
          FROM (${newest('user-logged-in')} UNION ALL ${newest('user-login-failed')}) e
         ORDER BY e.id DESC LIMIT $2 OFFSET $1
      ) page CROSS JOIN LATERAL (
        SELECT * FROM event WHERE event.id = page.id AND event.created_at = page.created_at
          OFFSET 0) e`,
);

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
