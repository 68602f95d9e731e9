import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Config } from '../../../platform/config/config.js';
import { CONFIG } from '../../../platform/config/config.module.js';
import { Database } from '../../../platform/database/database.js';
import { NOBODY } from '../../../core/event/actor.js';
import { replacePasswordHash, toEmail } from '../../people/user/user-writer.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { SecondFactorRequired } from '../session/sign-in.errors.js';
import { PasswordMismatch } from '../../people/user/password-rules.js';
import { LoginThrottle } from '../../../core/auth/limits/login-throttle.js';
import { CallerLookup } from '../../../core/auth/caller-lookup.js';
import { hashOf } from '../../../core/auth/caller/secret-hash.js';
import { noPendingCookies, PendingSignIns, type SecondStep } from '../session/pending-sign-ins.js';
import { SignOutService } from '../sso/sign-out.service.js';
import { SimpleSettingsService } from '../sso/simple/simple-settings.service.js';
import { betterHash, hashPassword, verifyPassword } from '../../people/user/password.js';
import { normalName } from '../../people/user/sign-in-names.js';
import { type Account, LoginFailures } from '../session/login-failures.js';
import type { LoginDto } from './session.dto.js';
import { noSessionCookies, sessionSecretOf } from '../../../core/auth/session/session-cookie.js';
import { type Browser, type OpenedSession, SessionOpener } from '../session/session-opener.js';
import { statement } from '../../../platform/database/statement.js';

interface Candidate extends Account {
  passwordHash: string | null;
}

/**
 * Finds users by user name or e-mail address. Two when the user name of one is the address of
 * another, who must still be able to sign in.
 */
const FIND_CANDIDATES = statement<[username: string, email: string | null], Candidate>(
  'session.find-candidates',
  /* sql */ `
    SELECT id, COALESCE(email, username, name) AS name, password_hash AS "passwordHash"
      FROM app_user
     WHERE (username = $1 OR lower(email) = $2) AND kind = 'user' AND deleted_at IS NULL
     ORDER BY lower(email) = $2 DESC NULLS LAST`,
);

const HAS_BCRYPT = statement<[], { some: boolean }>(
  'session.has-bcrypt',
  /* sql */ `
    SELECT EXISTS (SELECT FROM app_user WHERE password_hash LIKE '$2%' AND deleted_at IS NULL)
      AS some`,
);

const LOCK_PASSWORD = statement<[id: number, kept: string]>(
  'session.lock-password',
  /* sql */ `
    SELECT FROM app_user WHERE id = $1 AND password_hash = $2 AND deleted_at IS NULL
      FOR NO KEY UPDATE /* locks users */`,
);

/**
 * Ends all sessions of the user of a session, and all sign-ins that wait for a second factor.
 * Returns the user.
 */
const END_ALL = statement<[secretHash: Buffer], Account>(
  'session.end-all',
  /* sql */ `
    WITH whose AS (
      SELECT u.id, COALESCE(u.email, u.username, u.name) AS name FROM session s
        JOIN app_user u ON u.id = s.user_id
       WHERE s.secret_hash = $1 AND s.expires_at > now()
    ), ended AS (
      DELETE FROM session WHERE user_id = (SELECT id FROM whose)
    ), pending AS (
      DELETE FROM pending_sign_in WHERE user_id = (SELECT id FROM whose)
    )
    SELECT id, name FROM whose`,
);

/**
 * Minimum duration of a failed login while hashes of two kinds exist, so that the duration does not
 * reveal the kind of hash or whether the user exists.
 */
const FAILURE_MS = 600;
/** Hash of a random password, made at the first start in this process. */
let dummyHash: Promise<string> | undefined;
/** Name of password logins in events. */
const BY_PASSWORD = 'simple';

/** Signs users in and out with passwords. */
@Injectable()
export class SessionService implements OnModuleInit {
  /** Verified in place of the hash of a user who has none. */
  private dummyHash: string;

  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly callers: CallerLookup,
    private readonly throttle: LoginThrottle,
    private readonly passwords: SimpleSettingsService,
    private readonly elsewhere: SignOutService,
    private readonly failures: LoginFailures,
    private readonly opener: SessionOpener,
    private readonly pendings: PendingSignIns,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async onModuleInit(): Promise<void> {
    this.dummyHash = await (dummyHash ??= hashPassword(randomBytes(16).toString('hex')));
  }

  /**
   * Opens a session. Neither the response nor its duration reveals whether user name or password
   * was wrong. Failures are counted and recorded but never lock the account, because anybody could
   * then lock out others.
   * @throws DisabledError when password login is disabled.
   * @throws TooManyRequestsError when the address makes too many attempts.
   * @throws PasswordMismatch when the user does not exist or the password is wrong.
   * @throws SecondFactorRequired for users with a second factor.
   */
  async signIn({ username, password }: LoginDto, browser: Browser): Promise<OpenedSession> {
    const address = browser.address ?? '';
    await this.passwords.requireEnabled();
    const accounts = await this.accountsOf(username);
    for (const account of accounts) await this.throttle.admit(address, account);
    const longEnough = sleep(FAILURE_MS, undefined, { ref: false });
    const { candidates, owner, opened } = await this.tryPassword(username, password, browser);
    if (!owner || !opened) {
      for (const account of accounts) this.throttle.failed(address, account);
      for (const one of candidates) this.failures.note(one, BY_PASSWORD, reasonOf(one), address);
      const [bcrypt] = await this.database.run(HAS_BCRYPT);
      if (bcrypt!.some) await longEnough;
      throw new PasswordMismatch('The user name or the password is wrong.');
    }
    await this.throttle.succeeded(address, keyOf(owner));
    if ('methods' in opened) throw new SecondFactorRequired(opened.methods, opened.cookie);
    return opened;
  }

  /**
   * Ends all sessions of the user whose session cookie is given.
   * @returns Headers that delete the cookie and redirect to the start page, or to the identity
   * provider first if single logout is enabled.
   */
  async signOut(
    cookieHeader: string | undefined,
    address: string,
  ): Promise<Record<string, string | string[]>> {
    const secret = sessionSecretOf(cookieHeader, this.config.secureCookies);
    const away = secret ? await this.elsewhere.prepare(hashOf(secret)) : undefined;
    if (secret) await this.endAll(secret, address);
    return {
      'Set-Cookie': [
        ...noSessionCookies(this.config.secureCookies),
        ...noPendingCookies(this.config.secureCookies),
      ],
      'Clear-Site-Data': '"cookies", "storage"',
      Location: (await away?.()) ?? `${this.config.basePath}/`,
    };
  }

  /**
   * The accounts whose password could be meant, as counted by the throttle: however somebody writes
   * the name, and whether it is the user name or the e-mail address.
   */
  private async accountsOf(username: string): Promise<string[]> {
    const found = await this.database.run(FIND_CANDIDATES, [username, toEmail(username)]);
    return found.length > 0 ? found.map(keyOf) : [`name ${normalName(username)}`];
  }

  /** `candidates` are the users whose password it could be; only `undefined` when there is none. */
  private async tryPassword(
    username: string,
    password: string,
    browser: Browser,
  ): Promise<{
    candidates: (Candidate | undefined)[];
    owner?: Account;
    opened?: OpenedSession | SecondStep;
  }> {
    for (let isFirst = true; ; isFirst = false) {
      const found = await this.database.run(FIND_CANDIDATES, [username, toEmail(username)]);
      const candidates = found.length > 0 ? found : [undefined];
      const owner = await this.findOwner(password, candidates);
      if (!owner) return { candidates };
      const better = await betterHash(password, owner.passwordHash);
      const opened = await this.openByPassword(
        owner,
        { kept: owner.passwordHash, better },
        browser,
      );
      // A concurrent login of the same user may have improved the hash meanwhile.
      if (opened || !better || !isFirst) return { candidates, owner, opened };
    }
  }

  /**
   * Finds the user with this password. Takes the same time for one user, for users without
   * password, and for none.
   */
  private async findOwner(
    password: string,
    candidates: readonly (Candidate | undefined)[],
  ): Promise<(Candidate & { passwordHash: string }) | undefined> {
    for (const candidate of candidates) {
      const kept = candidate?.passwordHash ?? this.dummyHash;
      if ((await verifyPassword(password, kept)) && candidate?.passwordHash === kept)
        return { ...candidate, passwordHash: kept };
    }
    return undefined;
  }

  private openByPassword(
    { id, name }: Account,
    { kept, better }: { kept: string; better?: string },
    browser: Browser,
  ): Promise<OpenedSession | SecondStep | undefined> {
    return this.unitOfWork.run({ userId: id, name, address: browser.address ?? '' }, async (tx) => {
      const [same] = await tx.query(LOCK_PASSWORD, [id, kept]);
      if (!same) return undefined;
      if (better) await replacePasswordHash(id, better, tx);
      const login = { ...browser, authType: BY_PASSWORD };
      return (await this.pendings.begin(id, login, tx)) ?? this.opener.open(id, login, tx);
    });
  }

  private async endAll(secret: string, address: string): Promise<void> {
    await this.unitOfWork.run({ ...NOBODY, address }, async (tx) => {
      const [user] = await tx.query(END_ALL, [hashOf(secret)]);
      if (!user) return;
      const actor = { userId: user.id, name: user.name, address };
      await tx.recordEntries([
        { actor, event: { type: 'user-logged-out', data: { id: user.id } } },
      ]);
    });
    this.callers.invalidate();
  }
}

/** Identifies an account for the throttle. */
function keyOf({ id }: Account): string {
  return `user ${id}`;
}

/** The reason for administrators, who see it in the log; it is not shown at login. */
function reasonOf(candidate: Candidate | undefined): string {
  if (!candidate) return 'There is no such user.';
  return candidate.passwordHash === null ? 'The user has no password.' : 'The password was wrong.';
}
