import { type AbleParams, ableUsers } from '../../core/auth/permissions/role.sql.js';
import { statement } from '../../platform/database/statement.js';
import type { Json } from '../../platform/http/json.js';
import { OPEN, requestWith, SCHEDULE, user, visibleTo } from './change-request-json.sql.js';
import type {
  ChangeRequestCountResponse,
  ChangeRequestResponse,
  ChangeRequestSearchResponse,
  ReviewersResponse,
  ScheduledChangeRequestResponse,
} from './change-request.response.js';
import { CONFLICT, PLANNED, QUICK_CONFLICT, SCHEDULE_CONFLICTS } from './change-version.sql.js';
import type { ChangeRequestState } from './change-request.dto.js';

const ifOpen = (value: string): string => `CASE WHEN cr.state IN ${OPEN} THEN ${value} END`;
const NO_CONFLICTS = { conflict: 'NULL::text', scheduleConflicts: 'NULL::jsonb' };

type OneParams = [project: string, id: number, userId: number];

const readWith = (conflict: string): string => /* sql */ `
    SELECT ${requestWith({
      conflict: ifOpen(conflict),
      scheduleConflicts: ifOpen(SCHEDULE_CONFLICTS),
      needs: PLANNED,
    })}::text AS request
      FROM change_request cr
     WHERE cr.project = $1 AND cr.id = $2 AND ${visibleTo('$3')}`;

/** Reads a change request that a user may see, without what takes longer to know. */
export const READ = statement<OneParams, { request: Json<ChangeRequestResponse> }>(
  'change-request.read',
  readWith(QUICK_CONFLICT),
);

/** Reads one with the conflicts that it has. */
export const READ_EXACTLY = statement<OneParams, { request: Json<ChangeRequestResponse> }>(
  'change-request.read-exactly',
  readWith(CONFLICT),
);

/** Finds the place of a change request that a user may see. */
export const FIND_PLACE = statement<
  [id: number, userId: number, hiddenProjects: readonly string[]],
  { projectId: string; environment: string; state: ChangeRequestState }
>(
  'change-request.find-place',
  /* sql */ `
    SELECT cr.project AS "projectId", cr.environment, cr.state FROM change_request cr
     WHERE cr.id = $1 AND ${visibleTo('$2')} AND cr.project <> ALL ($3::text[])`,
);

/** What a list contains at most, in bytes, besides its last request. */
const MAX_LIST_BYTES = 500_000;
/** What each change and comment counts for, besides its content. */
const ITEM_BYTES = 1_000;

const sizeOf = (table: string, content: string): string => /* sql */ `(
  SELECT COALESCE(sum(${ITEM_BYTES} + COALESCE(pg_column_size(part.${content}), 0)), 0)
    FROM ${table} part WHERE part.change_request_id = cr.id)`;

/**
 * Lists some change requests, newest first, without conflicts. The list ends early when the
 * requests have many changes and comments.
 */
const listOf = (condition: string, limit: string): string => /* sql */ `
  WITH page AS MATERIALIZED (
    SELECT cr.* FROM change_request cr WHERE ${condition} ORDER BY cr.id DESC LIMIT ${limit}
  ), sized AS (
    SELECT cr.*, ${sizeOf('change_request_change', 'payload')}
             + ${sizeOf('change_request_comment', 'text')} AS size
      FROM page cr
  ), summed AS (
    SELECT cr.*, sum(cr.size) OVER (ORDER BY cr.id DESC) - cr.size AS before FROM sized cr
  )
  SELECT COALESCE(jsonb_agg(${requestWith(NO_CONFLICTS)} ORDER BY cr.id DESC), '[]')::text
           AS requests
    FROM summed cr WHERE cr.before < ${MAX_LIST_BYTES}`;

interface Requests {
  requests: Json<ChangeRequestResponse[]>;
}

/** Lists a page of the change requests of a project. */
export const LIST = statement<
  [project: string, userId: number, limit: number, offset: number],
  Requests
>('change-request.list', listOf(`cr.project = $1 AND ${visibleTo('$2')}`, '$3 OFFSET $4'));

/** Lists a page of the open change requests that a user has created. */
export const LIST_OF_USER = statement<
  [project: string, userId: number, limit: number, offset: number],
  Requests
>(
  'change-request.list-of-user',
  listOf(`cr.project = $1 AND cr.created_by_user_id = $2 AND cr.state IN ${OPEN}`, '$3 OFFSET $4'),
);

/** Lists a page of the open change requests that change a feature. */
export const LIST_OF_FEATURE = statement<
  [project: string, userId: number, limit: number, offset: number, feature: string],
  Requests
>(
  'change-request.list-of-feature',
  listOf(
    /* sql */ `cr.project = $1 AND ${visibleTo('$2')} AND cr.state IN ${OPEN} AND cr.id IN (
      SELECT c.change_request_id FROM change_request_change c WHERE c.feature_name = $5)`,
    '$3 OFFSET $4',
  ),
);

/** Counts the change requests of a project by state. */
export const COUNT = statement<
  [project: string, userId: number],
  { counts: Json<ChangeRequestCountResponse> }
>(
  'change-request.count',
  /* sql */ `
    SELECT jsonb_build_object('total', count(*),
             'applied', count(*) FILTER (WHERE cr.state = 'Applied'),
             'rejected', count(*) FILTER (WHERE cr.state = 'Rejected'),
             'reviewRequired', count(*) FILTER (WHERE cr.state = 'In review'),
             'approved', count(*) FILTER (WHERE cr.state = 'Approved'),
             'scheduled', count(*) FILTER (WHERE cr.state = 'Scheduled'))::text AS counts
      FROM change_request cr WHERE cr.project = $1 AND ${visibleTo('$2')}`,
);

/** Lists a page of the scheduled change requests of a project by their time. */
export const LIST_SCHEDULED = statement<
  [project: string, limit: number, offset: number],
  { requests: Json<ScheduledChangeRequestResponse[]> }
>(
  'change-request.list-scheduled',
  /* sql */ `
    SELECT COALESCE(jsonb_agg(jsonb_build_object('id', cr.id, 'environment', cr.environment,
             'title', COALESCE(cr.title, 'Change request #' || cr.id))
             ORDER BY cr.scheduled_at, cr.id), '[]')::text AS requests
      FROM (SELECT cr.* FROM change_request cr WHERE cr.project = $1 AND cr.state = 'Scheduled'
             ORDER BY cr.scheduled_at, cr.id LIMIT $2 OFFSET $3) cr`,
);

export const ENVIRONMENTS = statement<[project: string], { environment: string }>(
  'change-request.environments',
  'SELECT environment FROM project_environment WHERE project = $1',
);

/** Counts the requests that a user can approve, in some environments, or apply, in others. */
export const COUNT_ACTIONABLE = statement<
  [project: string, userId: number, approveIn: readonly string[], applyIn: readonly string[]],
  { total: number }
>(
  'change-request.count-actionable',
  /* sql */ `
    SELECT count(*)::int AS total FROM change_request cr
     WHERE cr.project = $1 AND (
       cr.state = 'In review' AND cr.environment = ANY ($3) AND cr.created_by_user_id <> $2
         AND NOT EXISTS (SELECT FROM change_request_review r
                          WHERE r.change_request_id = cr.id AND r.user_id = $2)
       OR cr.state = 'Approved' AND cr.environment = ANY ($4))`,
);

/** The conditions of a search. */
const FOUND = /* sql */ `${visibleTo('$1')} AND cr.project <> ALL ($2)
  AND ($3::int IS NULL OR cr.created_by_user_id = $3)
  AND ($4::int IS NULL OR cr.id IN (SELECT w.change_request_id FROM change_request_reviewer w
        WHERE w.user_id = $4))
  AND ($5::text[] IS NULL OR cr.state = ANY ($5))
  AND ($6::text IS NULL OR cr.id IN (SELECT c.change_request_id FROM change_request_change c
        WHERE c.feature_name = $6))`;

/** Finds change requests of all projects that a user may see, newest first. */
export const SEARCH = statement<
  [
    userId: number,
    hiddenProjects: readonly string[],
    createdBy: number | null,
    requestedApprover: number | null,
    states: readonly ChangeRequestState[] | null,
    feature: string | null,
    limit: number,
    offset: number,
  ],
  { found: Json<ChangeRequestSearchResponse> }
>(
  'change-request.search',
  /* sql */ `
    SELECT jsonb_build_object('changeRequests', (
        SELECT COALESCE(jsonb_agg(jsonb_build_object('id', cr.id,
                 'title', COALESCE(cr.title, 'Change request #' || cr.id),
                 'environment', cr.environment, 'project', cr.project,
                 'createdBy', ${user('cr.created_by_user_id')},
                 'createdAt', iso8601(cr.created_at), 'state', cr.state,
                 'features', (SELECT COALESCE(jsonb_agg(DISTINCT c.feature_name), '[]')
                    FROM change_request_change c
                   WHERE c.change_request_id = cr.id AND c.feature_name IS NOT NULL),
                 'segments', (SELECT COALESCE(jsonb_agg(DISTINCT s.name), '[]')
                    FROM change_request_change c JOIN segment s ON s.id = c.segment_id
                   WHERE c.change_request_id = cr.id)) || ${SCHEDULE}
                 ORDER BY cr.id DESC), '[]')
          FROM (SELECT cr.* FROM change_request cr WHERE ${FOUND}
                 ORDER BY cr.id DESC LIMIT $7 OFFSET $8) cr),
      'total', (SELECT count(*) FROM change_request cr WHERE ${FOUND}))::text AS found`,
);

/** Reads the users whose review of a change request is requested. */
export const REVIEWERS = statement<
  [project: string, id: number, userId: number],
  { reviewers: Json<ReviewersResponse> }
>(
  'change-request.reviewers',
  /* sql */ `
    SELECT jsonb_build_object('reviewers', (
        SELECT COALESCE(jsonb_agg(jsonb_build_object('id', u.id, 'email', COALESCE(u.email, ''),
                 'username', u.username, 'name', u.name, 'imageUrl', u.image_url)
                 ORDER BY u.id), '[]')
          FROM change_request_reviewer w JOIN app_user u ON u.id = w.user_id
         WHERE w.change_request_id = cr.id))::text AS reviewers
      FROM change_request cr WHERE cr.project = $1 AND cr.id = $2 AND ${visibleTo('$3')}`,
);

/** The users who can approve changes in an environment of a project. */
const ABLE = ableUsers(`'{APPROVE_CHANGE_REQUEST}'::text[]`);

/**
 * Lists a page of the users who can approve changes in an environment of a project. `pattern` is of
 * ILIKE; null for all.
 */
export const LIST_ABLE = statement<
  [...AbleParams, pattern: string | null, limit: number, offset: number],
  { reviewers: Json<ReviewersResponse> }
>(
  'change-request.list-able',
  /* sql */ `
    SELECT jsonb_build_object('reviewers', COALESCE(jsonb_agg(jsonb_build_object('id', u.id,
             'email', COALESCE(u.email, ''), 'username', u.username, 'name', u.name,
             'imageUrl', u.image_url) ORDER BY u.id), '[]'))::text AS reviewers
      FROM (SELECT * FROM (${ABLE}) u
             WHERE $6::text IS NULL OR u.name ILIKE $6 OR u.username ILIKE $6
                OR u.email ILIKE $6
             ORDER BY u.id LIMIT $7 OFFSET $8) u`,
);

/** Finds those of some users who can approve changes in an environment of a project. */
export const FIND_ABLE = statement<[...AbleParams, ids: readonly number[]], { id: number }>(
  'change-request.find-able',
  /* sql */ `SELECT u.id FROM (${ABLE}) u WHERE u.id = ANY ($6::int[]) ORDER BY u.id`,
);
