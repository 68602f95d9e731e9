import { randomBytes } from 'node:crypto';
import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import { Database } from '../../database/database.js';
import { PasswordMismatch } from '../../http/errors.js';
import type { Json } from '../../http/json.js';
import { LoginThrottle } from '../attempt/login-throttle.js';
import { CallerLookup, hashOf } from '../caller-lookup.js';
import { SignOutService } from '../sso/sign-out.service.js';
import { SimpleSettingsService } from '../sso/simple/simple-settings.service.js';
import { hashPassword, verifyPassword } from '../user/password.js';
import type { UserResponse } from '../user/user.response.js';
import { USER_JSON } from '../user/user.sql.js';
import type { LoginDto } from './session.dto.js';
import { noSessionCookie, sessionCookie, sessionSecretOf } from './session-cookie.js';

const CANDIDATE = {
  name: 'session-candidate',
  text: /* sql */ `
    SELECT id, password_hash AS "passwordHash" FROM app_user
     WHERE (username = $1 OR lower(email) = lower($1)) AND kind = 'user' AND deleted_at IS NULL
     ORDER BY username = $1 DESC NULLS LAST LIMIT 1`,
};

/** Opens the session only while the password is still the one that was verified: changing it ends sessions, one that opens meanwhile too. */
const OPEN = {
  name: 'session-open',
  text: /* sql */ `
    WITH u AS (
      UPDATE app_user SET seen_at = now(), login_attempts = 0 WHERE id = $1 AND password_hash = $2 AND deleted_at IS NULL RETURNING *
    ), opened AS (
      INSERT INTO session (secret_hash, user_id, expires_at) SELECT $3, u.id, $4 FROM u
    )
    SELECT ${USER_JSON}::text AS "user" FROM u`,
};

const COUNT_FAILURE = { name: 'session-failure', text: 'UPDATE app_user SET login_attempts = login_attempts + 1 WHERE id = $1' };

const END_ALL = {
  name: 'session-end-all',
  text: 'DELETE FROM session WHERE user_id = (SELECT s.user_id FROM session s WHERE s.secret_hash = $1)',
};

interface Candidate {
  id: number;
  passwordHash: string | null;
}

/** Signs people in and out. */
@Injectable()
export class SessionService implements OnModuleInit {
  private readonly log = new Logger(SessionService.name);
  /** The hash of a password that nobody has. */
  private nobodys: string;

  constructor(
    private readonly database: Database,
    private readonly callers: CallerLookup,
    private readonly throttle: LoginThrottle,
    private readonly passwords: SimpleSettingsService,
    private readonly elsewhere: SignOutService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async onModuleInit(): Promise<void> {
    this.nobodys = await hashPassword(randomBytes(16).toString('hex'));
  }

  /**
   * Opens a session. Whether it was the user name or the password that was wrong can be seen neither from the answer nor from the time it takes.
   * Failures are counted and shown, but never lock the account: whoever can guess could then lock anybody out.
   * @returns The user, and the headers that hand the session over.
   * @throws DisabledError when passwords are no good here. @throws TooManyRequestsError when too many attempts come from the address.
   * @throws PasswordMismatch when there is no such user or the password is wrong.
   */
  async signIn({ username, password }: LoginDto, address: string): Promise<{ user: Json<UserResponse>; headers: Record<string, string> }> {
    await this.passwords.requireEnabled();
    await this.throttle.admit(address, username);
    const [candidate] = await this.database.run<Candidate & object>(CANDIDATE, [username]);
    const passwordHash = candidate?.passwordHash ?? this.nobodys;
    const isRight = await verifyPassword(password, passwordHash);
    if (!isRight) this.countFailure(candidate);
    const opened = isRight && candidate && (await this.open(candidate.id, passwordHash));
    if (!opened) {
      this.throttle.failed(address, username);
      throw new PasswordMismatch('The user name or the password is wrong.');
    }
    await this.throttle.succeeded(address, username);
    return opened;
  }

  /**
   * Ends all sessions of the user whose session a `Cookie` header carries. @returns The headers that make the browser forget it, and lead it to the start
   * page, or to the identity provider first where the user signs out there too.
   */
  async signOut(cookieHeader: string | undefined): Promise<Record<string, string>> {
    const secret = sessionSecretOf(cookieHeader);
    const away = secret ? await this.elsewhere.prepare(hashOf(secret)) : undefined;
    if (secret) await this.database.run(END_ALL, [hashOf(secret)]);
    this.callers.forget();
    return {
      'Set-Cookie': noSessionCookie(this.config.secureCookies),
      'Clear-Site-Data': '"cookies", "storage"',
      Location: (await away?.()) ?? `${this.config.basePath}/`,
    };
  }

  private async open(userId: number, passwordHash: string): Promise<{ user: string; headers: Record<string, string> } | undefined> {
    const secret = randomBytes(32).toString('base64url');
    const expires = new Date(Date.now() + this.config.sessionHours * 3_600_000);
    const [row] = await this.database.run<{ user: string }>(OPEN, [userId, passwordHash, hashOf(secret), expires]);
    return row && { user: row.user, headers: { 'Set-Cookie': sessionCookie(secret, expires, this.config.secureCookies) } };
  }

  /** Not waited for: the time that writing takes would tell that the user exists. */
  private countFailure(candidate: Candidate | undefined): void {
    if (!candidate) return;
    this.database.run(COUNT_FAILURE, [candidate.id]).catch((error: unknown) => {
      this.log.warn({ err: error }, 'A failed login could not be counted.');
    });
  }
}
