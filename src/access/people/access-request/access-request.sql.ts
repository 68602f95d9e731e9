import type { AccessRequestPayload } from '../../../core/event/grant-events.js';
import { IS_HELD } from '../../../core/auth/permissions/access.sql.js';
import { statement } from '../../../platform/database/statement.js';
import type { Json } from '../../../platform/http/json.js';
import type { AccessRequestResponse, RequestableRoleResponse } from './access-request.dto.js';

/** Whether a request `r` still waits for a decision. */
const IS_OPEN = "(r.state = 'open' AND r.created_at > now() - interval '168 hours')";

const name = (id: string): string =>
  `(SELECT named.display_name FROM app_user named WHERE named.id = ${id})`;

/** JSON of a request `r` for events. */
const EVENT_JSON = /* sql */ `(jsonb_build_object('id', r.id, 'userId', r.user_id,
  'user', ${name('r.user_id')}, 'roleId', r.role_id,
  'role', (SELECT role.name FROM role WHERE role.id = r.role_id),
  'environment', r.environment, 'minutes', r.minutes, 'reason', r.reason,
  'isEmergency', r.is_emergency)
  || jsonb_strip_nulls(jsonb_build_object('comment', r.comment,
       'expiresAt', iso8601(r.expires_at))))`;

const REQUEST_JSON = /* sql */ `(${EVENT_JSON} || jsonb_build_object('project', r.project,
  'state', CASE WHEN ${IS_OPEN} THEN 'open' WHEN r.state = 'open' THEN 'withdrawn'
    WHEN ${IS_HELD} THEN 'active' WHEN r.state = 'approved' THEN 'ended' ELSE r.state END,
  'createdAt', iso8601(r.created_at), 'decidedBy', ${name('r.decided_by')},
  'decidedAt', iso8601(r.decided_at), 'comment', r.comment,
  'expiresAt', iso8601(r.expires_at), 'endedAt', iso8601(r.ended_at)))`;

/** Open requests first, urgent ones before others, then active ones, then the newest. */
const ORDER = /* sql */ `${IS_OPEN} DESC, ${IS_OPEN} AND r.is_emergency DESC,
  ${IS_HELD} DESC, r.id DESC`;

/** No row without the live project. */
export const LIST = statement<
  [projectId: string, userId: number | null],
  { requests: Json<AccessRequestResponse[]>; roles: Json<RequestableRoleResponse[]> }
>(
  'access-request.list',
  /* sql */ `
    SELECT (SELECT COALESCE(jsonb_agg(${REQUEST_JSON} ORDER BY ${ORDER}), '[]')
              FROM (SELECT r.* FROM access_request r
                     WHERE r.project = p.id AND r.user_id = COALESCE($2, r.user_id)
                     ORDER BY ${ORDER} LIMIT 200) r)::text AS requests,
           (SELECT jsonb_agg(jsonb_build_object('id', role.id, 'name', role.name,
              'description', role.description) ORDER BY role.name)
              FROM role WHERE role.type IN ('project', 'custom'))::text AS roles
      FROM project p WHERE p.id = $1 AND p.archived_at IS NULL`,
);

export const READ = statement<
  [projectId: string, id: number],
  { json: Json<AccessRequestResponse> }
>(
  'access-request.read',
  /* sql */ `
    SELECT ${REQUEST_JSON}::text AS json FROM access_request r WHERE r.project = $1 AND r.id = $2`,
);

export const OWN = statement<[userId: number], { json: Json<AccessRequestResponse[]> }>(
  'access-request.own',
  /* sql */ `
    SELECT COALESCE(jsonb_agg(${REQUEST_JSON} ORDER BY r.id DESC), '[]')::text AS json
      FROM (SELECT r.* FROM access_request r
              JOIN project p ON p.id = r.project AND p.archived_at IS NULL
             WHERE r.user_id = $1 ORDER BY r.id DESC LIMIT 50) r`,
);

/** Open requests `r` of others than the user $1. */
const OPEN_OF_OTHERS = /* sql */ `access_request r
  JOIN app_user u ON u.id = r.user_id AND u.deleted_at IS NULL
 WHERE r.state = 'open' AND ${IS_OPEN} AND r.user_id <> $1`;

/** The live projects to which others have asked for access. */
export const ASKED_PROJECTS = statement<[userId: number], { project: string }>(
  'access-request.asked-projects',
  /* sql */ `
    SELECT p.id AS project FROM project p
     WHERE p.archived_at IS NULL
       AND p.id IN (SELECT r.project FROM ${OPEN_OF_OTHERS}) ORDER BY p.id`,
);

/** Open requests of others in some projects, of a time or, for null, of any. */
export const WAITING = statement<
  [userId: number, projects: readonly string[], since: Date | null, until: Date | null],
  { request: AccessRequestResponse }
>(
  'access-request.waiting',
  /* sql */ `
    SELECT ${REQUEST_JSON} AS request FROM ${OPEN_OF_OTHERS} AND r.project = ANY ($2)
       AND r.created_at > COALESCE($3::timestamptz, '-infinity')
       AND r.created_at <= COALESCE($4::timestamptz, 'infinity')
     ORDER BY r.is_emergency DESC, r.id LIMIT 200`,
);

/** What has to be known of a request before it is locked. */
export interface FoundRequest {
  userId: number;
  roleId: number;
  environment: string | null;
  minutes: number;
  isOpen: boolean;
  isHeld: boolean;
}

export const FIND = statement<[projectId: string, id: number], FoundRequest>(
  'access-request.find',
  /* sql */ `
    SELECT r.user_id AS "userId", r.role_id AS "roleId", r.environment, r.minutes,
           ${IS_OPEN} AS "isOpen", ${IS_HELD} AS "isHeld"
      FROM access_request r WHERE r.project = $1 AND r.id = $2`,
);

/** What a user who asks has asked for already, and whether the project has the environment. */
export const CHECK = statement<
  [userId: number, projectId: string, roleId: number, environment: string | null],
  { open: number; isRepeated: boolean; hasEnvironment: boolean }
>(
  'access-request.check',
  /* sql */ `
    SELECT count(*)::int AS open,
           COALESCE(bool_or(r.project = $2 AND r.role_id = $3
             AND r.environment IS NOT DISTINCT FROM $4), false) AS "isRepeated",
           $4::text IS NULL OR EXISTS (SELECT FROM project_environment pe
             WHERE pe.project = $2 AND pe.environment = $4) AS "hasEnvironment"
      FROM access_request r WHERE r.user_id = $1 AND ${IS_OPEN}`,
);

/**
 * Forgets requests that are over and were made 90 days ago, which the audit log knows anyway. Ids
 * are in the order of creation, so the oldest ones are enough to look at.
 */
export const FORGET = statement<[], { id: number }>(
  'access-request.forget',
  /* sql */ `
    DELETE FROM access_request r
     WHERE r.id IN (SELECT id FROM access_request ORDER BY id LIMIT 200)
       AND r.state <> 'approved' AND r.created_at < now() - interval '2160 hours'
    RETURNING r.id`,
);

type Written = { id: number; event: AccessRequestPayload };

export const ADD = statement<
  [
    projectId: string,
    userId: number,
    roleId: number,
    environment: string | null,
    minutes: number,
    reason: string,
    isEmergency: boolean,
  ],
  Written
>(
  'access-request.add',
  /* sql */ `
    INSERT INTO access_request AS r (project, user_id, role_id, environment, minutes, reason,
      is_emergency)
    VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING r.id, ${EVENT_JSON} AS event`,
);

/** `minutes`: null to deny. */
export const DECIDE = statement<
  [id: number, deciderId: number, comment: string | null, minutes: number | null],
  Written
>(
  'access-request.decide',
  /* sql */ `
    UPDATE access_request r
       SET state = CASE WHEN $4::int IS NULL THEN 'denied' ELSE 'approved' END,
           decided_by = $2, decided_at = clock_timestamp(), comment = $3,
           expires_at = clock_timestamp() + make_interval(mins => $4)
     WHERE r.id = $1 RETURNING r.id, ${EVENT_JSON} AS event`,
);

export const END = statement<[id: number, state: 'withdrawn' | 'ended'], Written>(
  'access-request.end',
  /* sql */ `
    UPDATE access_request r SET state = $2, ended_at = clock_timestamp()
     WHERE r.id = $1 RETURNING r.id, ${EVENT_JSON} AS event`,
);

type Ended = { project: string; event: AccessRequestPayload };

/** Ends what a user has for a time, what they asked for, and what they have given others. */
export const END_OF_USER = statement<[userId: number], Ended & { wasHeld: boolean }>(
  'access-request.end-of-user',
  /* sql */ `
    WITH mine AS (
      SELECT id, state = 'approved' AS was_held FROM access_request
       WHERE (user_id = $1 AND state IN ('open', 'approved'))
          OR (decided_by = $1 AND state = 'approved')
    )
    UPDATE access_request r
       SET state = CASE WHEN mine.was_held THEN 'ended' ELSE 'withdrawn' END,
           ended_at = clock_timestamp()
      FROM mine WHERE mine.id = r.id AND r.state IN ('open', 'approved')
    RETURNING r.project, mine.was_held AS "wasHeld", ${EVENT_JSON} AS event`,
);

/** Notes what has ended by itself. What is locked, somebody ends right now. */
export const NOTE_EXPIRED = statement<[], Ended>(
  'access-request.note-expired',
  /* sql */ `
    WITH expired AS (
      SELECT id FROM access_request
       WHERE state = 'approved' AND expires_at <= clock_timestamp()
       ORDER BY id LIMIT 200 FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE access_request r SET state = 'ended' FROM expired WHERE expired.id = r.id
    RETURNING r.project, ${EVENT_JSON} AS event`,
);
