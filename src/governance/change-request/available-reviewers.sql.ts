import { type AbleParams, ableUsers } from '../../core/auth/permissions/role.sql.js';
import { statement } from '../../platform/database/statement.js';
import type { Json } from '../../platform/http/json.js';
import type { ReviewersResponse } from './change-request.response.js';

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
export const FIND_ABLE = statement<[...AbleParams, ids: readonly number[]], { id: number }>(
  'available-reviewers.find-able',
  /* sql */ `SELECT u.id FROM (${ABLE}) u WHERE u.id = ANY ($6::int[]) ORDER BY u.id`,
);
