import { payloadOf } from '../../event/event-payload.sql.js';
import type { EventOf } from '../../event/event.types.js';
import { statement } from '../../database/statement.js';
import type { Json } from '../../http/json.js';
import type { LoginHistoryResponse } from './login-history.response.js';

const login = payloadOf<EventOf<'user-logged-in' | 'user-login-failed'>>();

const failedLogin = payloadOf<EventOf<'user-login-failed'>>();

/**
 * Scans the index of each type from its newest event, so the cost of a page depends on its length
 * and not on the size of the log.
 */
export const LIST = statement<
  [offset: number, limit: number],
  { json: Json<LoginHistoryResponse> }
>(
  'login-history.list',
  /* sql */ `
    SELECT jsonb_build_object('events', COALESCE(jsonb_agg(jsonb_build_object('id', e.id,
      'username', e.created_by,
             'auth_type', COALESCE(${login.text('data', 'authType')}, 'unknown'),
             'created_at', iso8601(e.created_at),
             'successful', e.type = 'user-logged-in', 'ip', e.address,
             'failure_reason', ${failedLogin.text('data', 'failureReason')})
               ORDER BY e.id DESC),
               '[]'))::text AS json
      FROM (
        SELECT e.id, e.created_at
          FROM (VALUES ('user-logged-in'), ('user-login-failed')) wanted (type)
          CROSS JOIN LATERAL (
          SELECT id, created_at FROM event WHERE event.type = wanted.type ORDER BY id DESC
            LIMIT $1::bigint + $2::bigint) e
         ORDER BY e.id DESC LIMIT $2 OFFSET $1
      ) page JOIN event e USING (id, created_at)`,
);
