import { randomBytes } from 'node:crypto';
import type { Tx } from '../../event/tx.js';
import { hashOf } from '../caller-lookup.js';
import { IS_PERSON } from '../user/user.sql.js';
import { sessionCookie } from './session-cookie.js';

const ARRIVE = `UPDATE app_user u SET seen_at = now(), login_attempts = 0 WHERE u.id = $1 AND ${IS_PERSON} RETURNING u.id`;
const OPEN = 'INSERT INTO session (secret_hash, user_id, expires_at) VALUES ($1, $2, $3)';

/** A session that has just been opened. */
export interface OpenedSession {
  /** What is kept of its secret. */
  secretHash: Buffer;
  /** The `Set-Cookie` header that hands it over. */
  cookie: string;
}

/** Opens a session for a person who has proved in another way than by a password who they are. @returns `undefined` when there is no such person. */
export async function openSession(
  userId: number,
  { hours, secure }: { hours: number; secure: boolean },
  tx: Tx,
): Promise<OpenedSession | undefined> {
  // The user's row is taken first, as whoever deletes a user does: so no session outlives its user.
  const [user] = await tx.query(ARRIVE, [userId]);
  if (!user) return undefined;
  const secret = randomBytes(32).toString('base64url');
  const expires = new Date(Date.now() + hours * 3_600_000);
  const secretHash = hashOf(secret);
  await tx.query(OPEN, [secretHash, userId, expires]);
  return { secretHash, cookie: sessionCookie(secret, expires, secure) };
}
