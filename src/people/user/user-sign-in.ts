import type { Tx } from '../../event/tx.js';
import type { Json } from '../../http/json.js';
import { AppUser } from './app-user.entity.js';
import type { UserResponse } from './user.response.js';
import { SIGN_IN, COUNT_FAILURE } from './user-sign-in.sql.js';

/**
 * Notes that a user signs in, which locks the user. @returns The user, unless there is no such user
 * any more.
 */
export async function noteSignIn(
  userId: number,
  tx: Tx,
): Promise<{ user: Json<UserResponse>; name: string } | undefined> {
  const [row] = await tx.query(SIGN_IN, [userId]);
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
