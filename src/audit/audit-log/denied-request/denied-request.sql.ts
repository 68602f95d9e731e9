import { statement } from '../../../platform/database/statement.js';
import type { DeniedRequestsResponse } from './denied-request.dto.js';
import type { Json } from '../../../platform/http/json.js';

/** The type under which collectors and SIEMs get denied requests, which are no events. */
export const DENIED = 'requests-denied';

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
      SET requests = d.requests + excluded.requests,
          change_id = nextval('denied_request_change'), changed_at = clock_timestamp()`,
);

/** Whether the row `d` changed so recently that others of its minute may follow. */
const isRecent = (d: string): string =>
  `${d}.changed_at > clock_timestamp() - interval '90 seconds'`;

/**
 * Changes below it are final: each has been committed, and its row will hardly change again. A
 * statement that writes rows is stopped long before they are that old.
 */
export const FINAL_DENIALS = /* sql */ `
  COALESCE((SELECT min(n.change_id) FROM denied_request n WHERE ${isRecent('n')}),
    (SELECT max(n.change_id) + 1 FROM denied_request n), 0)`;

/** A row `d` in the form of an event, for collectors and SIEMs. */
export const DENIAL_AS_EVENT = /* sql */ `
  json_build_object('id', d.id, 'type', '${DENIED}', 'createdAt', iso8601(d.minute),
    'createdBy', COALESCE(NULLIF(d.caller_name, ''), d.caller_kind),
    'createdByUserId', CASE d.caller_kind WHEN 'user' THEN d.caller_id::int END,
    'token', CASE WHEN d.caller_kind LIKE '%token' THEN
      json_build_object('type', d.caller_kind, 'id', d.caller_id, 'name', d.caller_name) END,
    'project', NULL, 'environment', NULL, 'featureName', NULL, 'tags', '[]'::json,
    'ip', NULLIF(d.address, ''), 'preData', NULL,
    'data', json_build_object('reason', d.reason, 'caller', d.caller_kind,
      'method', NULLIF(d.method, ''), 'route', NULLIF(d.route, ''), 'requests', d.requests))`;

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
