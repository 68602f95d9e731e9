import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import type { Tx } from '../../event/tx.js';
import type { Json } from '../../http/json.js';
import { hashOf } from '../caller-lookup.js';
import type { UserResponse } from '../user/user.response.js';
import { USER_JSON } from '../user/user.sql.js';
import { sessionCookie } from './session-cookie.js';

/** The user's row is taken first, as whoever deletes a user does: so no session outlives its user. */
const OPEN = /* sql */ `
  WITH u AS (
    UPDATE app_user SET seen_at = now(), login_attempts = 0 WHERE id = $1 AND kind = 'user' AND deleted_at IS NULL RETURNING *
  ), opened AS (
    INSERT INTO session (secret_hash, user_id, expires_at) SELECT $2, u.id, $3 FROM u
  )
  SELECT ${USER_JSON}::text AS "user", COALESCE(u.email, u.username, u.name) AS name FROM u`;

/** How somebody has proven who they are: `simple` by a password, and the name of another way by that. */
export interface Login {
  authType: string;
  address: string | undefined;
}

/** A session that has been opened, which is good once what opened it is committed. */
export interface OpenedSession {
  user: Json<UserResponse>;
  /** What is kept of its secret. */
  secretHash: Buffer;
  /** The `Set-Cookie` header that hands it over. */
  cookie: string;
}

/** Opens sessions, in whatever way somebody has proven who they are. */
@Injectable()
export class SessionOpener {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Opens a session for a user and records the login as the user's. @returns undefined when there is no such user any more. */
  async open(userId: number, { authType, address }: Login, tx: Tx): Promise<OpenedSession | undefined> {
    const secret = randomBytes(32).toString('base64url');
    const secretHash = hashOf(secret);
    const expires = new Date(Date.now() + this.config.sessionHours * 3_600_000);
    const [row] = await tx.query<{ user: Json<UserResponse>; name: string }>(OPEN, [userId, secretHash, expires]);
    if (!row) return undefined;
    const actor = { userId, name: row.name, address };
    await tx.recordDeeds([{ actor, event: { type: 'user-logged-in', data: { id: userId, authType } } }]);
    return { user: row.user, secretHash, cookie: sessionCookie(secret, expires, this.config.secureCookies) };
  }
}
