import type { Tx } from '../../event/tx.js';
import type { Json } from '../../http/json.js';
import { AppUser } from './app-user.entity.js';
import type { UserResponse } from './user.response.js';
import { USER_JSON } from './user.sql.js';

const SIGN_IN = /* sql */ `
  WITH u AS (
    UPDATE app_user SET seen_at = now(), login_attempts = 0
     WHERE id = $1 AND kind = 'user' AND deleted_at IS NULL RETURNING *
  )
  SELECT ${USER_JSON}::text AS "user", COALESCE(u.email, u.username, u.name) AS name FROM u`;
const COUNT_FAILURE = 'UPDATE app_user SET login_attempts = login_attempts + 1 WHERE id = $1';

/**
 * Notes that a user signs in, which locks the user. @returns The user, unless there is no such user
 * any more.
 */
export async function noteSignIn(
  userId: number,
  tx: Tx,
): Promise<{ user: Json<UserResponse>; name: string } | undefined> {
  const [row] = await tx.query<{ user: Json<UserResponse>; name: string }>(SIGN_IN, [userId]);
  return row;
}

/** Counts one more failed attempt to sign in as a user. */
export async function countFailedSignIn(userId: number, tx: Tx): Promise<void> {
  await tx.query(COUNT_FAILURE, [userId]);
}

/** Stores the same password by a better hash. */
export async function replacePasswordHash(id: number, passwordHash: string, tx: Tx): Promise<void> {
  await tx.repo(AppUser).update({ id }, { passwordHash });
}
