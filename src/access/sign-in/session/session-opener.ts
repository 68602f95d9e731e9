import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { hashOf } from '../../../core/auth/caller/secret-hash.js';
import { isBySso } from '../../../core/auth/session/security-settings.js';
import { sessionCookie, sessionSecretOf } from '../../../core/auth/session/session-cookie.js';
import { type Actor, plainAddress } from '../../../core/event/actor.js';
import type { Tx } from '../../../core/event/tx.js';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Json } from '../../../platform/http/json.js';
import { noteSignIn } from '../../people/user/user-writer.js';
import type { UserResponse } from '../../people/user/user.response.js';
import {
  END_EXCESS,
  END_FORMER,
  OPEN,
  REMEMBER_PROVIDER,
  REMOVE_CHALLENGES,
  REMOVE_PENDING,
  REMOVE_SESSIONS,
} from './sessions.sql.js';
import { Database } from '../../../platform/database/database.js';
import { BackgroundJobs } from '../../../platform/database/jobs/background-jobs.js';
import { REMOVE_EXPIRED_TOKENS } from '../../people/federated-credential/federated-credential.sql.js';

/** Maximum stored length of a user agent. */
const MAX_USER_AGENT = 512;

/** The browser or program that signs in. */
export interface Browser {
  address: string | undefined;
  userAgent?: string | undefined;
  /** Its `Cookie` header. */
  cookie?: string | undefined;
}

/** A successful authentication. */
export interface Login extends Browser {
  /** `simple` for a password, `passkey`, or the name of a single sign-on protocol. */
  authType: string;
  /** The second factor used, if any. */
  secondFactor?: string | undefined;
  /** Data that the identity provider needs for single logout. */
  signOut?: Record<string, string> | undefined;
}

/** An opened session, which becomes valid with the commit. */
export interface OpenedSession {
  user: Json<UserResponse>;
  /** The `Set-Cookie` header of the session. */
  cookie: string;
}

/** Opens sessions for all sign-in methods. */
@Injectable()
export class SessionOpener {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /**
   * Opens a session, ends the previous session of the browser, and records the login as done by the
   * user.
   * @returns undefined when the user no longer exists.
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
    // An identity provider may rely on a sign-in from days ago, so it does not confirm the identity
    // of a user with a second factor here.
    const isConfirmed = secondFactor !== undefined || !isBySso(authType);
    const browser = [
      plainAddress(address) ?? null,
      userAgent?.slice(0, MAX_USER_AGENT) ?? null,
      row.seenBefore,
    ] as const;
    await tx.query(OPEN, [secretHash, userId, expires, isConfirmed, authType, ...browser]);
    if (signOut) await tx.query(REMEMBER_PROVIDER, [secretHash, authType, signOut]);
    const data = { id: userId, authType, ...(secondFactor === undefined ? {} : { secondFactor }) };
    await tx.recordEntries([{ actor, event: { type: 'user-logged-in', data } }]);
    return { user: row.user, cookie: sessionCookie(secret, expires, this.config.secureCookies) };
  }

  /**
   * Ends the browser's previous session, so that a session that was planted in the browser, or
   * stolen from it, becomes useless.
   */
  private async endOthers(userId: number, { cookie }: Login, actor: Actor, tx: Tx): Promise<void> {
    const former = sessionSecretOf(cookie, this.config.secureCookies);
    const [ended] = former ? await tx.query(END_FORMER, [hashOf(former)]) : [];
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

/** The client of a request: its address and user agent. */
export function browserOf({ ip, headers }: Request): Browser {
  return { address: ip, userAgent: headers['user-agent'], cookie: headers.cookie };
}

const EVERY_MS = 3_600_000;
const STATEMENTS = [REMOVE_SESSIONS, REMOVE_PENDING, REMOVE_CHALLENGES, REMOVE_EXPIRED_TOKENS];

/** Deletes expired sessions, pending sign-ins, challenges and exchanged tokens once an hour. */
@Injectable()
export class SessionCleanup {
  constructor(
    private readonly database: Database,
    jobs: BackgroundJobs,
  ) {
    jobs.add({ name: 'session-cleanup', everyMs: EVERY_MS, run: () => this.removeExpired() });
  }

  async removeExpired(): Promise<void> {
    for (const statement of STATEMENTS) await this.database.run(statement);
  }
}
