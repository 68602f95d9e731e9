import { statement } from '../../../platform/database/statement.js';
import type { DeniedRequestsResponse } from './denied-request.dto.js';
import type { Json } from '../../../platform/http/json.js';

/**
 * Upper bounds on stored rows. They are separate so that neither kind of caller displaces the
 * other.
 */
export const MAX_ROWS = { known: 20_000, unknown: 10_000 };

/** Ordered by key, so that instances that write at the same time cannot deadlock. */
export const WRITE = statement<[denials: string]>(
  'denied-request.write',
  /* sql */ `
    INSERT INTO denied_request
      AS d (minute, reason, caller_kind, caller_id, caller_name, method, route, address,
        requests)
    SELECT minute, reason, "callerKind", "callerId", "callerName", method, route, address,
      requests
      FROM jsonb_to_recordset($1)
        AS r (minute timestamptz, reason text, "callerKind" text, "callerId" text,
          "callerName" text, method text,
                                        route text, address text, requests bigint)
     ORDER BY minute, reason, "callerKind", "callerId", method, route, address
    ON CONFLICT ON CONSTRAINT denied_request_key DO UPDATE
      SET requests = d.requests + excluded.requests`,
);

const surplus = (condition: string, most: number): string => /* sql */ `
  id <= (SELECT id FROM denied_request WHERE ${condition} ORDER BY id DESC OFFSET ${most}
    LIMIT 1) AND ${condition}`;

/**
 * Deletes expired rows, and the oldest ones beyond the bounds. Skips rows that another instance is
 * deleting.
 */
export const DELETE_SURPLUS = statement<[days: number]>(
  'denied-request.delete-surplus',
  /* sql */ `
    DELETE FROM denied_request WHERE id IN (
      SELECT id FROM denied_request
       WHERE minute < now() - $1 * interval '24 hours'
          OR (${surplus("caller_kind NOT IN ('unknown', 'others')", MAX_ROWS.known)})
          OR (${surplus("caller_kind IN ('unknown', 'others')", MAX_ROWS.unknown)})
       FOR UPDATE SKIP LOCKED)`,
);

export const LIST = statement<
  [offset: number, limit: number],
  { list: Json<DeniedRequestsResponse> }
>(
  'denied-request.list',
  /* sql */ `
    SELECT json_build_object('total', (SELECT count(*) FROM denied_request),
      'deniedRequests', COALESCE((
      SELECT json_agg(json_build_object('id', d.id, 'minute', iso8601(d.minute),
        'reason', d.reason,
               'caller', json_build_object('type', d.caller_kind, 'id', NULLIF(d.caller_id, ''),
                 'name', NULLIF(d.caller_name, '')),
               'method', NULLIF(d.method, ''), 'route', NULLIF(d.route, ''),
               'address', NULLIF(d.address, ''), 'requests', d.requests)
             ORDER BY d.id DESC)
        FROM (SELECT * FROM denied_request ORDER BY id DESC OFFSET $1 LIMIT $2) d), '[]'))::text
          AS list`,
);
