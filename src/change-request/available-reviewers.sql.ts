import { statement } from '../database/statement.js';
import type { Json } from '../http/json.js';
import type { ReviewersResponse } from './change-request.response.js';

type ReviewerParams = [
  project: string,
  environment: string,
  administrators: readonly number[],
  rootRoles: readonly number[],
  projectRoles: readonly number[],
];

/** Whether a custom role grants the permission in the environment. */
const isGranted = (role: string): string => /* sql */ `EXISTS (
  SELECT FROM role_permission rp WHERE rp.role_id = ${role}
     AND rp.permission = 'APPROVE_CHANGE_REQUEST'
     AND (rp.environment IS NULL OR rp.environment = $2))`;

/**
 * The users who can approve changes in an environment of a project. Whether one can is decided user
 * by user, so that a page of them does not need all.
 */
const ABLE = /* sql */ `
  WITH able_role AS (
    SELECT r.id FROM role r JOIN project p ON p.id = $1
     WHERE r.id = ANY ($3::int[]) OR p.mode = 'open'
       AND (r.id = ANY ($4::int[]) OR ${isGranted('r.id')})
  )
  SELECT u.* FROM app_user u
   WHERE u.kind = 'user' AND u.deleted_at IS NULL
     AND (u.root_role_id = ANY (ARRAY(SELECT id FROM able_role)) OR u.id IN (
       SELECT m.user_id FROM user_group g JOIN group_member m ON m.group_id = g.id
        WHERE g.root_role_id = ANY (ARRAY(SELECT id FROM able_role))
       UNION ALL
       SELECT h.user_id FROM project_user_role h
        WHERE h.project = $1 AND (h.role_id = ANY ($5::int[]) OR ${isGranted('h.role_id')})
       UNION ALL
       SELECT m.user_id FROM project_group_role h JOIN group_member m ON m.group_id = h.group_id
        WHERE h.project = $1 AND (h.role_id = ANY ($5::int[]) OR ${isGranted('h.role_id')})))`;

/**
 * Lists a page of the users who can approve changes in an environment of a project. `pattern` is of
 * ILIKE; null for all.
 */
export const LIST_ABLE = statement<
  [...ReviewerParams, pattern: string | null, limit: number, offset: number],
  { reviewers: Json<ReviewersResponse> }
>(
  'available-reviewers.list-able',
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
export const FIND_ABLE = statement<[...ReviewerParams, ids: readonly number[]], { id: number }>(
  'available-reviewers.find-able',
  /* sql */ `SELECT u.id FROM (${ABLE}) u WHERE u.id = ANY ($6::int[]) ORDER BY u.id`,
);
