import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import type { Actor } from '../../event/actor.js';
import type { Tx } from '../../event/tx.js';
import type { Json } from '../../http/json.js';
import { hashOf } from '../../auth/caller/secret-hash.js';
import { noteSignIn } from '../../people/user/user-sign-in.js';
import { HAS_SECOND_FACTOR } from '../../auth/session/second-factor.sql.js';
import { isBySso } from '../../auth/session/security-settings.js';
import type { UserResponse } from '../../people/user/user.response.js';
import { sessionCookie, sessionSecretOf } from '../../auth/session/session-cookie.js';

/** The longest description of a browser that is kept. */
const MAX_USER_AGENT = 512;

/**
 * The user's row is taken first, as whoever deletes a user does: so no session outlives its user,
 * and the sessions of a user are opened one after another.
 */
/** The session that the browser had, whoever it was of. */
const END_FORMER = 'DELETE FROM session WHERE secret_hash = $1 RETURNING user_id AS "userId"';
/** Those that were used the longest time ago, where there are more than there may be. */
const END_EXCESS = /* sql */ `
  DELETE FROM session WHERE secret_hash IN (
    SELECT secret_hash FROM session WHERE user_id = $1 AND expires_at > now() ORDER BY seen_at DESC, created_at DESC OFFSET $2)
  RETURNING 1`;
const OPEN = /* sql */ `
  INSERT INTO session (secret_hash, user_id, expires_at, confirmed_at, auth_type, address, user_agent)
  SELECT $1, u.id, $3, CASE WHEN $4 OR NOT ${HAS_SECOND_FACTOR} THEN now() END, $5, $6, $7 FROM app_user u WHERE u.id = $2`;
const REMEMBER_PROVIDER =
  'INSERT INTO sso_session (secret_hash, protocol, sign_out) VALUES ($1, $2, $3)';

/** The browser, or the program, that somebody signs in with. */
export interface Browser {
  address: string | undefined;
  userAgent?: string | undefined;
  /** The `Cookie` header that it sent along. */
  cookie?: string | undefined;
}

/** How somebody has proven who they are. */
export interface Login extends Browser {
  /** `simple` by a password, `passkey`, or the name of a way of single sign-on. */
  authType: string;
  /** The second factor, where one was given. */
  secondFactor?: string | undefined;
  /** What an identity provider wants to be told when the user signs out again. */
  signOut?: Record<string, string> | undefined;
}

/** A session that has been opened, which is good once what opened it is committed. */
export interface OpenedSession {
  user: Json<UserResponse>;
  /** The `Set-Cookie` header that hands it over. */
  cookie: string;
}

/** Opens sessions, in whatever way somebody has proven who they are. */
@Injectable()
export class SessionOpener {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /**
   * Opens a session for a user, ends the one that the browser had, and records the login as the
   * user's.
   * @returns undefined when there is no such user any more.
   */
  async open(userId: number, login: Login, tx: Tx): Promise<OpenedSession | undefined> {
    const { authType, address, secondFactor, signOut, userAgent } = login;
    const row = await noteSignIn(userId, tx);
    if (!row) return undefined;
    const actor = { userId, name: row.name, address };
    await this.endOthers(userId, login, actor, tx);
    const secret = randomBytes(32).toString('base64url');
    const secretHash = hashOf(secret);
    const expires = new Date(Date.now() + this.config.sessionHours * 3_600_000);
    // an identity provider may let in whom it has asked for nothing for days, which confirms
    // nothing for who has a second factor here
    const isConfirmed = secondFactor !== undefined || !isBySso(authType);
    const browser = [address ?? null, userAgent?.slice(0, MAX_USER_AGENT) ?? null];
    await tx.query(OPEN, [secretHash, userId, expires, isConfirmed, authType, ...browser]);
    if (signOut) await tx.query(REMEMBER_PROVIDER, [secretHash, authType, signOut]);
    const data = { id: userId, authType, ...(secondFactor === undefined ? {} : { secondFactor }) };
    await tx.recordEntries([{ actor, event: { type: 'user-logged-in', data } }]);
    return { user: row.user, cookie: sessionCookie(secret, expires, this.config.secureCookies) };
  }

  /**
   * A session that a thief has put into the browser, or has taken from it, is good for nothing
   * afterwards.
   */
  private async endOthers(userId: number, { cookie }: Login, actor: Actor, tx: Tx): Promise<void> {
    const former = sessionSecretOf(cookie, this.config.secureCookies);
    const [ended] = former ? await tx.query<{ userId: number }>(END_FORMER, [hashOf(former)]) : [];
    const excess = await tx.query(END_EXCESS, [userId, this.config.sessionsPerUser - 1]);
    const events = [
      ...(ended ? [{ id: ended.userId, sessions: 1, reason: 'replaced' }] : []),
      ...(excess.length > 0 ? [{ id: userId, sessions: excess.length, reason: 'too-many' }] : []),
    ];
    await tx.recordEntries(
      events.map((data) => ({ actor, event: { type: 'user-sessions-ended' as const, data } })),
    );
  }
}
