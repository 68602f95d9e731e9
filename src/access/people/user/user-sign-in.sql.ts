import type { Json } from '../../../platform/http/json.js';
import type { UserResponse } from './user.response.js';
import { USER_JSON } from './user.sql.js';
import { statement } from '../../../platform/database/statement.js';

/**
 * Locks the user's row first, like the deletion of a user, so that no session outlives its user and
 * sessions of a user are opened one at a time.
 */
export const SIGN_IN = statement<[userId: number], { user: Json<UserResponse>; name: string }>(
  'user-sign-in.sign-in',
  /* sql */ `
    WITH u AS (
      UPDATE app_user SET seen_at = now(), login_attempts = 0
       WHERE id = $1 AND kind = 'user' AND deleted_at IS NULL RETURNING *
    )
    SELECT ${USER_JSON}::text AS "user", COALESCE(u.email, u.username, u.name) AS name FROM u`,
);

export const COUNT_FAILURE = statement<[accountId: number]>(
  'user-sign-in.count-failure',
  'UPDATE app_user SET login_attempts = login_attempts + 1 WHERE id = $1',
);
