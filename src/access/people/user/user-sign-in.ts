import type { Tx } from '../../../core/event/tx.js';
import type { Json } from '../../../platform/http/json.js';
import { AppUser } from './app-user.entity.js';
import type { UserResponse } from './user.response.js';
import { SIGN_IN, COUNT_FAILURE } from './user-writer.sql.js';

/**
 * Records a sign-in of a user and locks the user.
 * @returns The user; undefined when the user no longer exists.
 */
export async function noteSignIn(
  userId: number,
  tx: Tx,
): Promise<{ user: Json<UserResponse>; name: string } | undefined> {
  const [row] = await tx.query(SIGN_IN, [userId]);
  return row;
}

/** Counts a failed login of a user. */
export async function countFailedSignIn(userId: number, tx: Tx): Promise<void> {
  await tx.query(COUNT_FAILURE, [userId]);
}

/** Replaces the hash of the same password by a better one. */
export async function replacePasswordHash(id: number, passwordHash: string, tx: Tx): Promise<void> {
  await tx.repo(AppUser).update({ id }, { passwordHash });
}
